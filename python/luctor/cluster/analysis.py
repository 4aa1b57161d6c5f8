"""Analysis of many positions on many machines, with `luctor batch`.

docs/batch.md of Luctor describes queries and answers.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from distributed import Client

from luctor.cluster.pool import WAIT_TIMEOUT, Pool
from luctor.cluster.source import Batch, Source, Unfit, Worker
from luctor.cluster.tasks import Command, Output, Prepared, run


@dataclass(frozen=True)
class AnalysisSettings:
    """What is analysed."""

    #: Queries of `luctor batch`. They need no `id`.
    queries: Sequence[Mapping[str, Any]]
    #: The program `luctor` on this machine.
    luctor: Path
    #: Options of `luctor batch`, such as `--hash`, `1`.
    options: Sequence[str] = ()
    #: The time in seconds of a batch of queries.
    batch_seconds: float = 30.0


def analyse(
    client: Client,
    settings: AnalysisSettings,
    *,
    on_progress: Callable[[str], None] = print,
    wait_timeout: float = WAIT_TIMEOUT,
) -> list[list[dict[str, Any]]]:
    """Answers queries of `luctor batch` on all workers of a Dask cluster.

    The result has a list for each query, in the order of the queries: its warnings and its answers
    by turn, or one answer with `error`.
    """
    luctor, queries = settings.luctor.resolve(), settings.queries
    # Wrong options are reported here.
    run([str(luctor), "batch", "--threads", "1", *settings.options])
    pool = Pool(client, {"luctor": luctor}, on_progress=on_progress, wait_timeout=wait_timeout)
    missing = [(0, len(queries) - 1)] if queries else []
    source = _Queries(missing, settings.batch_seconds, queries, settings.options)
    pool.run(source)
    return [source.answers[number] for number in range(len(queries))]


@dataclass
class _Queries(Source):
    queries: Sequence[Mapping[str, Any]]
    options: Sequence[str]
    #: By the number of the query.
    answers: dict[int, list[dict[str, Any]]] = field(default_factory=dict)

    def is_done(self) -> bool:
        return len(self.answers) == len(self.queries)

    def command(self, batch: Batch, worker: Worker, prepared: Prepared) -> Command:
        words = [prepared.programs["luctor"], "batch", "--threads", "1", *self.options]
        queries = ({**self.queries[number], "id": str(number)} for number in batch.numbers())
        return Command(words, text="".join(json.dumps(query) + "\n" for query in queries))

    def finish(self, batch: Batch, output: Output, worker: Worker) -> None:
        if output.code != 0:
            raise Unfit(output.errors)
        found: dict[int, list[dict[str, Any]]] = {number: [] for number in batch.numbers()}
        # Errors about lines that `luctor batch` cannot read, in the order of the lines.
        unreadable: list[dict[str, Any]] = []
        for line in output.contents.splitlines():
            answer = json.loads(line)
            name = answer.get("id")
            (unreadable if name is None else found[int(name)]).append(answer)
        unanswered = [of for of in found.values() if all("warning" in answer for answer in of)]
        if len(unreadable) != len(unanswered):
            raise Unfit("luctor batch did not answer a query")
        for answers, error in zip(unanswered, unreadable, strict=True):
            answers.append(error)
        for number, answers in found.items():
            for answer in answers:
                answer["id"] = self.queries[number].get("id")
            self.answers[number] = sorted(answers, key=lambda answer: answer.get("turn", 0))

    def progress(self) -> str:
        return f"{len(self.answers)} of {len(self.queries)} queries"
