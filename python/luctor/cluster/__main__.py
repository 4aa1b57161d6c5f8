"""The command line: `luctor-cluster sprt|match|datagen|analyse`."""

import argparse
import contextlib
import dataclasses
import json
import logging
import shutil
import signal
import sys
import types
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster, Security, SpecCluster
from distributed.comm import resolve_address

from luctor import cluster
from luctor.cluster import ClusterError, DataSettings, MatchSettings, ProgramError, Revision, Sprt
from luctor.cluster.pool import WAIT_TIMEOUT, interrupted

_EPILOG = """examples:
  luctor-cluster sprt --local 2 --base HEAD~1 --new HEAD --out match.jsonl \\
      --each tc=10+0.1 --openings scripts/openings/emergo-balanced.txt --elo1 10
  luctor-cluster datagen --scheduler tcp://host:8786 --out my.games --positions 100000000

Arguments after -- are options of luctor match, datagen or batch. docs/cluster.md has more.
"""


#: Without an option that has this default, a setting has the default of its class.
_ABSENT: dict[str, Any] = {"default": argparse.SUPPRESS}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="luctor-cluster",
        description="Matches, training data and analysis on many machines.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    text = "test whether NEW is stronger than BASE, until a hypothesis is accepted"
    sprt = commands.add_parser("sprt", help=text)
    _add_match(sprt, rounds=20_000)
    test = sprt.add_argument_group("the test, with the defaults of luctor match -sprt")
    for field, text in (
        ("elo0", "H0: Elo <= ELO0"),
        ("elo1", "H1: Elo >= ELO1"),
        ("alpha", "probability of accepting H1 if H0 is true"),
        ("beta", "probability of accepting H0 if H1 is true"),
    ):
        test.add_argument(f"--{field}", type=float, help=text, **_ABSENT)
    models = ["logistic", "normalized"]
    test.add_argument("--model", choices=models, help="the kind of Elo", **_ABSENT)
    _add_cluster(sprt)
    match = commands.add_parser("match", help="play NEW against BASE")
    _add_match(match, rounds=100)
    _add_cluster(match)
    datagen = commands.add_parser("datagen", help="generate training data")
    add = datagen.add_argument
    add("--out", required=True, type=Path, help="the game file")
    add("--positions", required=True, type=int, help="positions of the file")
    add("--seed", type=int, help="the random seed", **_ABSENT)
    add("--net", dest="network", type=Path, help="a network to play with")
    _add_cluster(datagen)
    analyse = commands.add_parser("analyse", help="answer queries of luctor batch")
    add = analyse.add_argument
    add("--queries", dest="file", required=True, type=Path, help="a query per line")
    add("--out", required=True, type=Path, help="the answers, one per line")
    _add_cluster(analyse)
    return parser


def _add_match(command: argparse.ArgumentParser, rounds: int) -> None:
    add = command.add_argument
    pairs: dict[str, Any] = {"nargs": "+", "default": [], "metavar": "KEY=VALUE"}
    for side in ("new", "base"):
        add(f"--{side}", required=True, help="a program, or a revision to build")
        add(f"--{side}-name", default=side, help="its name in the records")
        add(f"--{side}-options", **pairs, help="its settings, such as option.Hash=64")
    add("--each", **pairs, help="settings of both engines")
    add("--repository", default=".", help="where the revisions are; all workers can clone it")
    add("--out", required=True, type=Path, help="the record file")
    add("--pgnout", dest="pgn", type=Path, help="write the games as PGN too")
    add("--openings", type=Path, help="the file of openings")
    add("--rounds", type=int, default=rounds, help=f"the most rounds [default: {rounds}]")
    add("--files", nargs="+", type=Path, default=[], help="files that the engines read")
    add("--reference", type=float, help="nodes per second that the times are meant for")


def _add_cluster(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    luctor = Path(shutil.which("luctor") or "target/release/luctor")
    add("--luctor", type=Path, default=luctor, help="the program on this machine [%(default)s]")
    text = "seconds to wait for workers [%(default)g]"
    add("--wait-timeout", type=float, default=WAIT_TIMEOUT, help=text)
    text = "the time of a batch of games, blocks or queries"
    add("--batch-seconds", type=float, **_ABSENT, help=text)
    for name in ("ca-file", "cert", "key"):
        add(f"--tls-{name}", help="TLS, for a scheduler that uses it")
    add("options", nargs="*", help=argparse.SUPPRESS)
    places = command.add_argument_group("where (one of these)")
    add = places.add_mutually_exclusive_group(required=True).add_argument
    add("--scheduler", metavar="ADDRESS", help="a running Dask scheduler")
    add("--local", type=_count, metavar="N", help="N workers on this machine")
    text = "jobs=N, and arguments of dask_jobqueue.SLURMCluster, such as queue=NAME cores=16"
    add("--slurm", nargs="+", type=_slurm_setting, metavar="KEY=VALUE", help=text)


def _count(text: str, name: str = "it") -> int:
    if not text.isdecimal() or int(text) < 1:
        sentence = f"{name} is a whole number of at least 1, not {text!r}"
        raise argparse.ArgumentTypeError(sentence)
    return int(text)


def _slurm_setting(word: str) -> tuple[str, str | int]:
    key, sign, text = word.partition("=")
    if not key or not sign:
        raise argparse.ArgumentTypeError(f"{word!r} is not KEY=VALUE")
    if key == "jobs":
        return key, _count(text, key)
    return key, int(text) if text.isdecimal() else text


def _connect(arguments: argparse.Namespace) -> Client:
    address = arguments.scheduler
    files = [arguments.tls_ca_file, arguments.tls_cert, arguments.tls_key]
    security = None
    if all(files):
        names = ("tls_ca_file", "tls_client_cert", "tls_client_key")
        security = Security(require_encryption=True, **dict(zip(names, files, strict=True)))
    elif any(files) or address.startswith("tls:"):
        raise ClusterError("TLS needs --tls-ca-file, --tls-cert and --tls-key")
    try:
        resolve_address(address)
    except OSError as error:
        raise ClusterError(f"--scheduler {address}: the host is unknown: {error}") from None
    try:
        return Client(address, security=security)
    except OSError as error:
        text = f"--scheduler {address}: no scheduler answers at this port: {error}"
        raise ClusterError(text) from None


def _new_cluster(arguments: argparse.Namespace) -> SpecCluster:
    """A Dask cluster for this run: on this machine, or of Slurm jobs."""
    if arguments.local is not None:
        return LocalCluster(
            n_workers=arguments.local,
            threads_per_worker=1,
            memory_limit=0,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
            # A terminal sends Ctrl-C to the workers too.
            preload=["import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"],
        )
    # Needs './python[slurm]'.
    from dask_jobqueue import SLURMCluster

    settings = dict(arguments.slurm)
    jobs = settings.pop("jobs", 1)
    slurm = SLURMCluster(**settings)
    slurm.scale(jobs=jobs)
    return slurm


@contextlib.contextmanager
def _client(arguments: argparse.Namespace) -> Iterator[Client]:
    with contextlib.ExitStack() as stack:
        if arguments.scheduler is not None:
            client = _connect(arguments)
        else:
            client = Client(stack.enter_context(_new_cluster(arguments)))
        stack.enter_context(client)
        print(f"dashboard: {client.dashboard_link}")
        yield client


def _player(arguments: argparse.Namespace, side: str) -> cluster.Player:
    text, repository = getattr(arguments, side), arguments.repository
    program: cluster.Program = Path(text)
    if not Path(text).is_file():
        try:
            program = Revision.find(repository, text)
        except ProgramError as error:
            sentence = f"--{side} {text}: neither a program nor a revision of {repository}: {error}"
            raise ClusterError(sentence) from None
    settings = getattr(arguments, f"{side}_options")
    return cluster.Player(getattr(arguments, f"{side}_name"), program, settings)


def _chosen(arguments: argparse.Namespace, settings: type) -> dict[str, Any]:
    """The arguments that are settings of this class."""
    names = [field.name for field in dataclasses.fields(settings)]
    return {name: getattr(arguments, name) for name in names if hasattr(arguments, name)}


def _match(client: Client, arguments: argparse.Namespace) -> None:
    settings = MatchSettings(
        players=[_player(arguments, "new"), _player(arguments, "base")],
        sprt=Sprt(**_chosen(arguments, Sprt)) if arguments.command == "sprt" else None,
        **_chosen(arguments, MatchSettings),
    )
    cluster.match(client, settings, wait_timeout=arguments.wait_timeout)
    print(cluster.table(settings), end="")


def _datagen(client: Client, arguments: argparse.Namespace) -> None:
    settings = DataSettings(**_chosen(arguments, DataSettings))
    result = cluster.datagen(client, settings, wait_timeout=arguments.wait_timeout)
    print(f"{result.games} games, {result.plies} plies, {result.positions} positions")


def _queries(file: Path) -> Iterator[dict[str, Any]]:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ClusterError(f"{file}: {error}") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            query = json.loads(line)
        except json.JSONDecodeError as error:
            raise ClusterError(f"{file}, line {number}: {error.msg}") from None
        if not isinstance(query, dict):
            raise ClusterError(f"{file}, line {number}: a query is an object")
        yield query


def _analyse(client: Client, arguments: argparse.Namespace) -> None:
    queries = list(_queries(arguments.file))
    if arguments.out.is_file() and arguments.out.samefile(arguments.file):
        raise ClusterError(f"--out {arguments.out} is the file of the queries")
    # Raises before the run if the file cannot be written.
    arguments.out.open("a").close()
    chosen = _chosen(arguments, cluster.AnalysisSettings)
    settings = cluster.AnalysisSettings(queries, **chosen)
    found = cluster.analyse(client, settings, wait_timeout=arguments.wait_timeout)
    answers = [answer for of_query in found for answer in of_query]
    arguments.out.write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    if errors := sum("error" in answer for answer in answers):
        print(f"queries with an error: {errors} of {len(found)}")


def _interrupt(number: int, frame: types.FrameType | None) -> None:
    interrupted.set()
    raise KeyboardInterrupt


_COMMANDS = {"sprt": _match, "match": _match, "datagen": _datagen, "analyse": _analyse}


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command. Exit codes: 0, 1 after an error, 2 for wrong arguments, 130 after Ctrl-C."""
    arguments = _parser().parse_args(words)
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("luctor.cluster").setLevel(logging.INFO)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    handler = signal.signal(signal.SIGINT, _interrupt)
    try:
        if not arguments.luctor.is_file():
            raise ClusterError(f"there is no program {arguments.luctor}: use --luctor FILE")
        arguments.luctor = arguments.luctor.resolve()
        with _client(arguments) as client:
            _COMMANDS[arguments.command](client, arguments)
    except (ClusterError, ImportError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        again = "the same command continues the run"
        timed = f"{again}; if it printed a --reference, add it"
        ends = {"analyse": "no answers were written", "datagen": again}
        print(f"interrupted: {ends.get(arguments.command, timed)}", file=sys.stderr)
        return 130
    finally:
        signal.signal(signal.SIGINT, handler)
        interrupted.clear()
    return 0


if __name__ == "__main__":
    sys.exit(main())
