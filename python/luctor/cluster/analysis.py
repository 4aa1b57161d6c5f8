"""Analysis of many positions on many machines, with `luctor batch`.

docs/batch.md of Luctor describes queries and answers.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from distributed import Client

from luctor.cluster.pool import Batch, Pool, Worker
from luctor.cluster.programs import Prepared, SentFiles, Setup, bench
from luctor.cluster.sizes import BatchSizes
from luctor.cluster.tasks import Command, Output

_LUCTOR = "luctor"


def analyse(
    client: Client,
    queries: Sequence[Mapping[str, Any]],
    *,
    luctor: Path = Path("luctor"),
    options: Sequence[str] = ("--hash", "16"),
    batch_seconds: float = 30.0,
    on_progress: Callable[[str], None] = lambda _: None,
    wait_timeout: float = 600.0,
) -> list[list[dict[str, Any]]]:
    """Answers queries of `luctor batch` on all workers of a Dask cluster.

    A query needs no `id`. `options` are those of `luctor batch`. The result has a list for each
    query, in the order of the queries: its answers by turn, or one answer with `error`.
    """
    sent = SentFiles()
    setup = Setup(
        programs={_LUCTOR: sent.add(luctor)},
        benches={_LUCTOR: bench(str(luctor.resolve()))[0]},
    )
    pool = Pool(client, setup, sent, wait_timeout=wait_timeout)
    source = _Queries(queries, pool, options, batch_seconds, on_progress)
    pool.run(source)
    return [source.answers[number] for number in range(len(queries))]


class _Queries:
    """Queries, as batches."""

    def __init__(
        self,
        queries: Sequence[Mapping[str, Any]],
        pool: Pool,
        options: Sequence[str],
        batch_seconds: float,
        on_progress: Callable[[str], None],
    ) -> None:
        self._queries = queries
        self._pool = pool
        self._options = options
        self._on_progress = on_progress
        self._missing = deque(range(len(queries)))
        self._sizes = BatchSizes(batch_seconds)
        #: The answers by the number of the query.
        self.answers: dict[int, list[dict[str, Any]]] = {}

    def is_done(self) -> bool:
        return len(self.answers) == len(self._queries)

    def next_batch(self, worker: Worker, prepared: Prepared) -> Batch | None:
        if not self._missing:
            return None
        size = self._sizes.choose(worker, len(self._missing), self._pool.cores())
        numbers = [self._missing.popleft() for _ in range(min(size, len(self._missing)))]
        lines = [json.dumps({**self._queries[number], "id": str(number)}) for number in numbers]
        words = [prepared.programs[_LUCTOR], "batch", "--threads", "1", *self._options]
        text = "".join(line + "\n" for line in lines)
        return Batch(Command(self._pool.run_id, prepared.folder, words, text), numbers)

    def give_back(self, item: Sequence[int]) -> None:
        self._missing.extendleft(reversed(item))

    def finish(self, item: Sequence[int], output: Output, worker: Worker) -> str | None:
        if output.code != 0:
            return output.errors or f"luctor batch ended with exit code {output.code}"
        found: dict[int, list[dict[str, Any]]] = {number: [] for number in item}
        for line in output.stdout.splitlines():
            answer = json.loads(line)
            if answer.get("id") is not None and "warning" not in answer:
                found[int(answer["id"])].append(answer)
        if not all(found.values()):
            return "luctor batch did not answer a query"
        for number, answers in found.items():
            query_id = self._queries[number].get("id")
            for answer in answers:
                answer["id"] = query_id
            self.answers[number] = sorted(answers, key=lambda answer: answer.get("turn", 0))
        worker.done += len(item)
        self._on_progress(f"{len(self.answers)} of {len(self._queries)} queries")
        return None
