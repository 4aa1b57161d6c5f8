"""`luctor-cluster`."""

import json
import os
import pydoc
import signal
import subprocess
import sys
from pathlib import Path

import dask
import pytest
from dask_cluster import Cluster, free_port, kill
from distributed import LocalCluster, Security
from test_matches import game_numbers
from ugi_engines import WIN, fake_engine
from waiting import HANG_SECONDS, wait_for

from luctor import cluster as package
from luctor.cluster.__main__ import main

COMMAND = [sys.executable, "-m", "luctor.cluster"]


def test_a_match_that_was_interrupted_or_killed_is_continued_by_the_same_command(
    cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    (tmp_path / "book.txt").write_text(WIN + "\n")
    new, base = (fake_engine(tmp_path, name, sleep=0.05) for name in ("new", "base"))
    out = tmp_path / "match.jsonl"
    words = [
        *(*COMMAND, "match", "--new", str(new), "--base", str(base), "--out", str(out)),
        *("--openings", str(tmp_path / "book.txt"), "--each", "nodes=1", "--rounds", "30"),
        *("--luctor", luctor, "--batch-seconds", "1", "--pgnout", str(tmp_path / "match.pgn")),
    ]
    # A shell starts background jobs with SIGINT ignored, and programs inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    log, errors = tmp_path / "slow.log", tmp_path / "errors.txt"
    cluster.start_worker()
    slow = cluster.start_worker(FAKE_SLEEP="600", FAKE_LOG=str(log))
    numbers: list[int] = []
    for where, number, code in (
        (["--local", "1"], signal.SIGINT, 130),
        (["--scheduler", cluster.address], signal.SIGKILL, -signal.SIGKILL),
    ):
        with errors.open("w") as stderr:
            command = subprocess.Popen(
                [*words, *where],
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                start_new_session=True,
            )
        assert command.stdout is not None
        progress = next(line for line in command.stdout if " of 60 games, Elo " in line)
        if number == signal.SIGKILL:
            wait_for("game that lasts", log.exists)
        # A terminal sends Ctrl-C to the process group.
        (os.killpg if number == signal.SIGINT else os.kill)(command.pid, number)
        assert command.wait(HANG_SECONDS) == code, progress
        if number == signal.SIGINT:
            assert errors.read_text().splitlines()[-1].startswith("interrupted: ")
            assert "Traceback" not in errors.read_text()
        command.stdout.close()
        # Dask cancels the tasks of a client that is lost.
        wait_for("end of the games", lambda: not cluster.games_processes())
        before, numbers = numbers, game_numbers(out)
        assert numbers[: len(before)] == before and len(before) < len(numbers) < 60
    kill(slow)
    done = subprocess.run(
        [*words, "--scheduler", cluster.address], capture_output=True, text=True, check=True
    )
    assert "60 of 60 games, Elo +0.0" in done.stdout
    assert "pairs (pentanomial)" in done.stdout
    assert "playing" in done.stderr
    assert game_numbers(out)[: len(numbers)] == numbers
    assert sorted(game_numbers(out)) == list(range(60))
    assert (tmp_path / "match.pgn").read_text().count("[Event ") == 60


@pytest.fixture
def short_match(tmp_path: Path, luctor: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words of a match of two games, without those for the cluster."""
    monkeypatch.setenv("LUCTOR_CACHE", str(tmp_path / "cache"))
    (tmp_path / "book.txt").write_text(WIN + "\n")
    players = [f"--{name}={fake_engine(tmp_path, name)}" for name in ("new", "base")]
    games = [f"--openings={tmp_path / 'book.txt'}", "--each", "nodes=1", "--rounds", "1"]
    return ["match", *players, *games, "--luctor", luctor, f"--out={tmp_path / 'match.jsonl'}"]


_SBATCH = """#!/bin/sh
# Starts the job at once, in a process group of its own. The number of the job is that of the group.
cd "$(dirname "$0")" && cp "$1" job && setsid sh job > job.log 2>&1 &
echo "Submitted batch job $!"
"""


def test_slurm_jobs_are_workers(
    short_match: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("sbatch", _SBATCH), ("scancel", '#!/bin/sh\nkill -- "-$1"\n')):
        program = tmp_path / "slurm" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "slurm"), prepend=os.pathsep)
    options = ["jobs=1", "queue=long", "cores=1", "memory=1GB", f"local_directory={tmp_path}"]
    code = main([*short_match, "--slurm", *options, f"--wait-timeout={HANG_SECONDS}"])
    assert code == 0, (tmp_path / "slurm" / "job.log").read_text()
    assert game_numbers(tmp_path / "match.jsonl") == [0, 1]


def test_a_scheduler_with_tls_needs_the_certificates(
    short_match: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    security = Security.temporary()
    certificates = []
    for option, text in (
        ("--tls-ca-file", security.tls_ca_file),
        ("--tls-cert", security.tls_client_cert),
        ("--tls-key", security.tls_client_key),
    ):
        file = tmp_path / f"{option}.pem"
        file.write_text(text)
        certificates.append(f"{option}={file}")
    with LocalCluster(
        n_workers=1, processes=False, dashboard_address=None, security=security
    ) as local:
        words = [*short_match, "--scheduler", local.scheduler_address]
        for some in ([], certificates[:1]):
            assert main([*words, *some]) == 1
            assert capsys.readouterr().err.startswith("error: TLS needs ")
        assert main([*words, *certificates]) == 0
    assert game_numbers(tmp_path / "match.jsonl") == [0, 1]


def test_wrong_arguments_are_refused_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for words, sentence in (
        (["sprt"], "required"),
        (["match", "--local", "1", "--slurm", "jobs=1"], "not allowed with"),
        (["datagen", "--local", "1", "--out", "x", "--positions", "many"], "invalid int"),
        (
            ["analyse", "--queries", "x", "--out", "y", "--slurm", "queue"],
            "'queue' is not KEY=VALUE",
        ),
        *(
            (["analyse", "--queries", "x", "--out", "y", *place], f"{name} is a whole number of at")
            for name, place in (
                ("jobs", ["--slurm", "queue=a", "jobs=x"]),
                ("jobs", ["--slurm", "jobs=0"]),
                ("--local: it", ["--local=-1"]),
            )
        ),
    ):
        with pytest.raises(SystemExit, match="2"):
            main(words)
        assert sentence in capsys.readouterr().err


def test_what_cannot_run_is_one_sentence_before_the_first_batch(
    short_match: list[str], cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unknown, unused = "tcp://no-such-host.invalid:1", f"tcp://127.0.0.1:{free_port()}"
    for words, sentence in (
        (["--luctor", str(tmp_path / "missing")], "missing: use --luctor FILE"),
        (["--new", str(tmp_path / "oldd")], "/oldd: neither a program nor a revision of .: git"),
        (["--scheduler", unknown], f"--scheduler {unknown}: the host is unknown: "),
        (["--scheduler", unused], f"--scheduler {unused}: no scheduler answers at this port: "),
        (["--new-options", "option.Hsah=1"], "engine new: it has no option 'Hsah'"),
        (["--base-options", "option.Hsah=1"], "engine base: it has no option 'Hsah'"),
        (["--each", "nodse=1"], "nodse"),
        (["--openings", str(tmp_path / "no.txt")], "no.txt"),
        (["--out", str(tmp_path / "no" / "match.jsonl")], str(tmp_path / "no" / "match.jsonl")),
    ):
        # No worker is needed to notice it.
        with dask.config.set({"distributed.comm.timeouts.connect": "500ms"}):
            assert main([*short_match, "--scheduler", cluster.address, *words]) == 1
        error = capsys.readouterr().err
        assert error.startswith("error: ") and error.count("\n") == 1, error
        assert sentence in error
        assert not (tmp_path / "match.jsonl").exists()


def test_wrong_settings_of_datagen_leave_no_file(
    cluster: Cluster, tmp_path: Path, luctor: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program = ["--luctor", luctor, "--scheduler", cluster.address, "--batch-seconds=9"]
    for file, positions, options, sentence in (
        ("my.games", "-5", [], "'-5'"),
        ("no/my.games", "5", [], "no/my.games: No such file"),
        ("my.games", "5", ["--threads", "2"], "--threads"),
    ):
        words = ["--out", str(tmp_path / file), "--positions", positions]
        assert main(["datagen", *words, *program, "--wait-timeout=1", "--", *options]) == 1
        assert sentence in capsys.readouterr().err
    assert not [file for file in tmp_path.rglob("*") if "my.games" in file.name]


def test_each_engine_has_its_own_settings(
    short_match: list[str], cluster: Cluster, tmp_path: Path, luctor: str
) -> None:
    cluster.start_worker()
    engines = ["--new", luctor, "--base", luctor, "--", "-maxplies", "2"]
    settings = ["--new-options", "option.Hash=2", "nodes=3", "--base-options", "option.Hash=4"]
    where = ["--scheduler", cluster.address]
    assert main([*short_match, *where, *settings, *engines]) == 0
    header = (tmp_path / "match.jsonl").read_text().splitlines()[0]
    assert header.count('"Hash"') == 2, header


def test_the_answer_to_a_wrong_query_is_reported(
    cluster: Cluster, tmp_path: Path, luctor: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster.start_worker()
    queries, out = tmp_path / "queries.jsonl", tmp_path / "answers.jsonl"
    # A line ends with a line feed only.
    first, second = (
        '{"id": "\u2028",\r"moves": ["e4"], "nodes": 10}',
        '{"moves": ["zz"], "nodes": 10}',
    )
    queries.write_bytes(f"{first}\n{second}\n".encode())
    words = ["--queries", str(queries), "--out", str(out), "--luctor", luctor, "--batch-seconds=9"]
    place = ["--scheduler", cluster.address]
    assert main(["analyse", *words, *place]) == 0
    printed = capsys.readouterr()
    assert "2 of 2 queries, workers: 1\nqueries with an error: 1 of 2\n" in printed.out
    assert "zz" in json.loads(out.read_text().splitlines()[1])["error"]
    assert main(["analyse", *words, *place, "--", "--hsah", "1"]) == 1
    assert "--hsah" in capsys.readouterr().err
    for file, sentence in (
        (tmp_path / "no" / "answers", "/no/answers"),
        (queries, f"error: --out {queries} is the file of the queries"),
    ):
        assert main(["analyse", *words, "--out", str(file), *place]) == 1
        printed = capsys.readouterr()
        assert sentence in printed.err and " of 2 queries" not in printed.out
    for line, fault in (("[1]", "a query is an object"), ("{", "Expecting property name")):
        queries.write_text(f'{{"moves": []}}\n\n{line}\n')
        assert main(["analyse", *words, *place]) == 1
        assert capsys.readouterr().err.startswith(f"error: {queries}, line 3: {fault}")
    queries.write_bytes(b"\xe9")
    assert main(["analyse", *words, *place]) == 1
    assert capsys.readouterr().err.startswith(f"error: {queries}: 'utf-8' codec can't decode")


def test_without_dask_the_command_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "import luctor, luctor.cluster_script\n"
        "sys.exit(luctor.cluster_script.main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.endswith(": pip install './python[cluster]'\n"), done.stderr
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1


def test_help_describes_the_functions_and_the_settings_of_the_package() -> None:
    text = pydoc.plain(pydoc.render_doc(package))
    assert "class MatchSettings" in text and "\n    match(client" in text
