"""The command line: `python -m luctor.cluster sprt|match|datagen|analyse`."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import logging
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster, Security

from luctor.cluster import (
    Binary,
    ClusterError,
    DataSettings,
    MatchSettings,
    Player,
    Program,
    ProgramError,
    Revision,
    Sprt,
    analyse,
    datagen,
    match,
    table,
)

_EPILOG = """examples:
  python -m luctor.cluster sprt --local 2 --base HEAD~1 --new HEAD --out match.jsonl \\
      --each tc=10+0.1 --openings scripts/openings/emergo.txt --elo1 10
  python -m luctor.cluster datagen --scheduler tcp://host:8786 --out my.games --positions 100000000

Words behind -- are passed on: options of luctor match, datagen or batch. docs/cluster.md has more.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m luctor.cluster",
        description="Matches, training data and analysis on many machines.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, help_text in (
        ("sprt", "test whether NEW is stronger than BASE, until a hypothesis is accepted"),
        ("match", "play NEW against BASE"),
    ):
        command = commands.add_parser(name, help=help_text)
        command.add_argument("--new", required=True, help="a program, or a revision to build")
        command.add_argument("--base", required=True, help="a program, or a revision to build")
        command.add_argument(
            "--repository", default=".", help="where the revisions are; all workers can clone it"
        )
        command.add_argument("--new-name", help="the name of NEW in the records")
        command.add_argument("--base-name", help="the name of BASE in the records")
        command.add_argument("--out", required=True, type=Path, help="the record file")
        command.add_argument("--pgnout", type=Path, help="write the games as PGN too")
        command.add_argument(
            "--each", nargs="+", default=[], metavar="KEY=VALUE", help="settings of both engines"
        )
        command.add_argument("--openings", type=Path, help="the file of openings")
        command.add_argument("--rounds", type=int, default=20_000 if name == "sprt" else 100)
        command.add_argument(
            "--files", nargs="+", type=Path, default=[], help="files that the engines read"
        )
        command.add_argument(
            "--reference", type=float, help="nodes per second that the times are meant for"
        )
        command.add_argument("--batch-seconds", type=float, default=30.0)
        if name == "sprt":
            for field, default in (("elo0", 0.0), ("elo1", 10.0), ("alpha", 0.05), ("beta", 0.05)):
                command.add_argument(f"--{field}", type=float, default=default)
            command.add_argument("--model", choices=["logistic", "normalized"], default="logistic")
        _add_cluster(command)
    command = commands.add_parser("datagen", help="generate training data")
    command.add_argument("--out", required=True, type=Path, help="the game file")
    command.add_argument("--positions", required=True, type=int)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--network", type=Path, help="a network to play with")
    _add_cluster(command)
    command = commands.add_parser("analyse", help="answer queries of luctor batch")
    command.add_argument("--queries", required=True, type=Path, help="a query per line")
    command.add_argument("--out", required=True, type=Path, help="the answers, one per line")
    _add_cluster(command)
    return parser


def _add_cluster(command: argparse.ArgumentParser) -> None:
    command.add_argument("--luctor", help="the program luctor on this machine")
    command.add_argument(
        "--wait-timeout", type=float, default=600.0, help="seconds to wait for workers"
    )
    places = command.add_argument_group("where (one of these)")
    where = places.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="a running Dask scheduler")
    where.add_argument("--local", type=int, metavar="N", help="N workers on this machine")
    where.add_argument(
        "--slurm",
        nargs="+",
        metavar="KEY=VALUE",
        help="jobs=N, and arguments of dask_jobqueue.SLURMCluster, such as queue=NAME cores=16",
    )
    where.add_argument("--ssh", nargs="+", metavar="HOST", help="a worker on each of these hosts")
    for name in ("ca-file", "cert", "key"):
        command.add_argument(f"--tls-{name}", help="TLS, for a scheduler that uses it")
    command.add_argument("more", nargs="*", help=argparse.SUPPRESS)


def _print_dashboard(client: Client) -> None:
    if importlib.util.find_spec("bokeh") is None:
        print("the dashboard of Dask needs bokeh: pip install 'luctor[dashboard]'")
    else:
        print(f"dashboard: {client.dashboard_link}")


def _security(arguments: argparse.Namespace) -> Security | None:
    files = [arguments.tls_ca_file, arguments.tls_cert, arguments.tls_key]
    if all(files):
        return Security(
            require_encryption=True,
            **dict(zip(("tls_ca_file", "tls_client_cert", "tls_client_key"), files, strict=True)),
        )
    if any(files) or arguments.scheduler.startswith("tls:"):
        raise ClusterError("TLS needs --tls-ca-file, --tls-cert and --tls-key")
    return None


@contextlib.contextmanager
def _client(arguments: argparse.Namespace) -> Iterator[Client]:
    cluster: Any
    if arguments.scheduler is not None:
        with Client(arguments.scheduler, security=_security(arguments)) as client:
            _print_dashboard(client)
            yield client
        return
    if arguments.local is not None:
        cluster = LocalCluster(
            n_workers=arguments.local,
            threads_per_worker=1,
            memory_limit=0,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        )
    elif arguments.slurm is not None:
        from dask_jobqueue import SLURMCluster

        options = dict(word.split("=", 1) for word in arguments.slurm)
        jobs = int(options.pop("jobs", "1"))
        numbers = {key: int(value) if value.isdigit() else value for key, value in options.items()}
        cluster = SLURMCluster(**numbers)
        cluster.scale(jobs=jobs)
    else:
        from distributed import SSHCluster

        cluster = SSHCluster([arguments.ssh[0], *arguments.ssh])
    with cluster, Client(cluster) as client:
        _print_dashboard(client)
        yield client


def _luctor(arguments: argparse.Namespace) -> Path:
    found = arguments.luctor or shutil.which("luctor") or "target/release/luctor"
    if not Path(found).is_file():
        raise ProgramError(f"there is no program {found}: use --luctor FILE")
    return Path(found).resolve()


def _player(arguments: argparse.Namespace, side: str) -> Player:
    text, name = getattr(arguments, side), getattr(arguments, f"{side}_name")
    program: Program
    if Path(text).is_file():
        program = Binary(Path(text))
    else:
        program = Revision.find(arguments.repository, text)
    return Player(name or side, program)


def _match_settings(arguments: argparse.Namespace) -> MatchSettings:
    test = None
    if arguments.command == "sprt":
        test = Sprt(
            arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta, arguments.model
        )
    return MatchSettings(
        players=[_player(arguments, "new"), _player(arguments, "base")],
        out=arguments.out,
        each=arguments.each,
        rounds=arguments.rounds,
        openings=arguments.openings,
        options=arguments.more,
        sprt=test,
        pgn=arguments.pgnout,
        files=arguments.files,
        luctor=_luctor(arguments),
        reference=arguments.reference,
        batch_seconds=arguments.batch_seconds,
    )


def _analyse(arguments: argparse.Namespace) -> Callable[[Client], None]:
    luctor = _luctor(arguments)
    lines = arguments.queries.read_text().splitlines()
    queries = [json.loads(line) for line in lines if line.strip()]

    def run(client: Client) -> None:
        answers = analyse(
            client,
            queries,
            luctor=luctor,
            options=arguments.more or ("--hash", "16"),
            on_progress=print,
            wait_timeout=arguments.wait_timeout,
        )
        texts = (json.dumps(answer) + "\n" for found in answers for answer in found)
        arguments.out.write_text("".join(texts))

    return run


def _datagen(arguments: argparse.Namespace) -> Callable[[Client], None]:
    settings = DataSettings(
        out=arguments.out,
        positions=arguments.positions,
        seed=arguments.seed,
        options=arguments.more,
        network=arguments.network,
        luctor=_luctor(arguments),
    )

    def run(client: Client) -> None:
        result = datagen(client, settings, wait_timeout=arguments.wait_timeout)
        print(f"{result.games} games, {result.plies} plies, {result.positions} positions")

    return run


def _match(arguments: argparse.Namespace) -> Callable[[Client], None]:
    settings = _match_settings(arguments)

    def run(client: Client) -> None:
        match(client, settings, wait_timeout=arguments.wait_timeout)
        print(table(settings), end="")

    return run


_COMMANDS = {"sprt": _match, "match": _match, "datagen": _datagen, "analyse": _analyse}


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command. The exit code is 0, 1 after an error, 2 for wrong arguments."""
    arguments = _parser().parse_args(words)
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("luctor.cluster").setLevel(logging.INFO)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        run = _COMMANDS[arguments.command](arguments)
        with _client(arguments) as client:
            run(client)
    except (ClusterError, ProgramError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        end = "the same command continues the run"
        if arguments.command == "analyse":
            end = "no answers were written"
        print(f"interrupted: {end}", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
