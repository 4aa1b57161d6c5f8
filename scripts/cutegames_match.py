#!/usr/bin/env python3
"""Plays the engine against itself exactly as the match manager cutegames does.

It sends the same lines in the same order, waits for the same answers, and allows no additional time on
the clock. If cutegames would hang or score a game wrongly, this script reports a failure. Exit code 1 if
any game failed: a hang, a crash, a loss on time, or two engines that disagree.

A third engine, the referee, makes the openings and checks the last move of every game. cutegames has no
such engine; it is used outside of the games only.
"""

import argparse
import collections
import os
import queue
import random
import re
import subprocess
import sys
import threading
import time

VARIANTS = ("emergo", "emergo7", "hexemergo")
LIMITS = ("1000+10", "movetime=30", "depth=4", "nodes=3000")
# From cutegames' sample settings, with the same names. With Ponder the answer bestmove must still be one move.
OPTIONS = (("debug", "false"), ("threads", "1"), ("hash", "128"), ("ownbook", "false"), ("Ponder", "true"))
# "timeoutbuffer" in cutegames' sample settings: milliseconds that a move may take beyond its movetime.
TIMEOUT_BUFFER = 25


class Failure(Exception):
    """A fault of an engine, or a disagreement between the engines."""


class Limit:
    """A time control of cutegames: clock, movetime, depth or nodes."""

    def __init__(self, text):
        self.text = text
        clock = re.fullmatch(r"(\d+)\+(\d+)", text)
        other = re.fullmatch(r"(movetime|depth|nodes)=(\d+)", text)
        if clock:
            self.kind, self.number, self.increment = "clock", int(clock[1]), int(clock[2])
        elif other:
            self.kind, self.number, self.increment = other[1], int(other[2]), 0
        else:
            raise argparse.ArgumentTypeError(f"{text!r} is not like {', '.join(LIMITS)}")
        self.times = None

    def start(self):
        """Sets the clocks of a new game."""
        self.times = [self.number, self.number]

    def go(self):
        """The go command, with both clocks."""
        if self.kind != "clock":
            return f"go {self.kind} {self.number}"
        (first, second), increment = self.times, self.increment
        return f"go p1time {first} p2time {second} p1inc {increment} p2inc {increment}"

    def charge(self, player, milliseconds):
        """Takes the time of a move off the clock. False if it is a loss on time."""
        if self.kind == "movetime":
            return milliseconds <= self.number + TIMEOUT_BUFFER
        if self.kind == "clock":
            self.times[player] -= milliseconds
            if self.times[player] <= 0:
                return False
            self.times[player] += self.increment
        return True

    def longest(self, player):
        """Seconds that a move may take by the time control."""
        if self.kind == "clock":
            return self.times[player] / 1000
        return self.number / 1000 if self.kind == "movetime" else 0


def nothing(_):
    """No line may come before the answer."""
    return False


def report(line):
    """Info lines of a search, but no messages."""
    return line.startswith("info ") and not line.startswith("info string ")


def two_words(first):
    """Does a line consist of this word and one more? cutegames accepts no other answer."""

    def is_answer(line):
        words = [word for word in line.split(" ") if word]
        return len(words) == 2 and words[0] == first

    return is_answer


class Engine:
    """A process that speaks UGI."""

    def __init__(self, path, name, arguments):
        self.name = name
        self.timeout = arguments.hang
        self.verbose = arguments.verbose
        self.heard = queue.Queue()
        self.fresh = True
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        """Puts every line into the queue, with the time of its arrival."""
        for line in self.process.stdout:
            self.heard.put((time.monotonic(), line))
        self.heard.put((time.monotonic(), None))

    def fail(self, what):
        raise Failure(f"{self.name}: {what}")

    def send(self, line):
        if self.verbose:
            print(f"{self.name} < {line}", flush=True)
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            self.fail(f"cannot write {line[:80]!r} to the engine ({error})")

    def line(self, asked, deadline):
        """The next line without its line feed. Trailing blanks are a failure."""
        try:
            moment, line = self.heard.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            self.fail(f"hangs: no answer to {asked[:80]!r} that cutegames understands")
        if line is None:
            code = self.process.wait()
            self.fail(f"has ended with exit code {code} after {asked[:80]!r}")
        text = line.decode("utf-8", "replace").rstrip("\n")
        if self.verbose:
            print(f"{self.name} > {text}", flush=True)
        if text != text.rstrip():
            self.fail(f"has blanks at the end of {text!r}")
        return moment, text

    def wait_for(self, asked, is_answer, may_precede, longest=0.0):
        """Sends a line and waits for its answer. Other lines are failures unless `may_precede` accepts them."""
        sent = time.monotonic()
        self.send(asked)
        deadline = sent + longest + self.timeout
        while True:
            moment, text = self.line(asked, deadline)
            if is_answer(text):
                return text, int((moment - sent) * 1000)
            if not may_precede(text):
                self.fail(f"answered {text!r} to {asked[:80]!r}, which cutegames does not accept")

    def silent(self):
        """No line may have arrived since the last answer."""
        if not self.heard.empty():
            _, text = self.line("nothing", time.monotonic() + 1)
            self.fail(f"sent {text!r} without a command")

    def init(self, options):
        """`ugi`, then the options of the settings file."""
        introduction = ("id ", "option ")
        self.wait_for("ugi", "ugiok".__eq__, lambda line: line.startswith(introduction))
        for name, value in options:
            self.send(f"setoption name {name} value {value}")

    def ready(self):
        """`isready`. The first answer may be preceded by reports of unknown options."""
        unknown = "info string there is no option"
        fresh, self.fresh = self.fresh, False
        self.wait_for("isready", "readyok".__eq__, lambda line: fresh and line.startswith(unknown))

    def query(self, question):
        """The second word of the answer, which must have two words."""
        answer, _ = self.wait_for(f"query {question}", two_words("response"), nothing)
        return answer.split()[1]

    def go(self, command, longest):
        """The move, and the milliseconds from the command to the answer."""
        answer, milliseconds = self.wait_for(command, two_words("bestmove"), report, longest)
        return answer.split()[1], milliseconds

    def lines(self, command, last):
        """All lines up to the one that begins with `last`. For commands that cutegames does not send."""
        said = []
        answer, _ = self.wait_for(
            command, lambda line: line.startswith(last), lambda line: said.append(line) or True
        )
        return [*said, answer]

    def quit(self):
        """`quit`, after which the process must end."""
        self.silent()
        self.send("quit")
        try:
            code = self.process.wait(timeout=self.timeout)
        except subprocess.TimeoutExpired:
            self.fail("does not end at quit")
        if code != 0:
            self.fail(f"ended at quit with exit code {code}")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Game:
    """A game as cutegames stores it: its start and its moves."""

    def __init__(self, start, moves):
        self.start = start
        self.moves = list(moves)

    def position(self):
        begin = "position startpos" if self.start == "startpos" else f"position fen {self.start}"
        return " ".join([begin, "moves", *self.moves]) if self.moves else begin

    def ask(self, engine, question):
        engine.silent()
        engine.send(self.position())
        return engine.query(question)


def opening(referee, plies, dice):
    """Random moves from the start that do not end the game, as a list and as a position text."""
    game = Game("startpos", [])
    while len(game.moves) < plies:
        referee.send(game.position())
        legal = referee.lines("moves", "moves")[-1].split()[1:]
        if not legal:
            game.moves.pop()
            continue
        game.moves.append(dice.choice(legal))
    referee.send(game.position())
    if referee.query("gameover") == "true":
        return opening(referee, plies, dice)
    return game.moves, referee.lines("query fen", "response ")[-1][len("response ") :]


def play(engines, game, limit, arguments):
    """A game as cutegames plays it. Returns the result, and the reason if the game was stopped."""
    for engine in engines:
        engine.ready()
    for engine in engines:
        engine.send("uginewgame")
    limit.start()
    game.ask(engines[0], "p1turn")
    for _ in range(arguments.plies):
        player = 0 if game.ask(engines[0], "p1turn") == "true" else 1
        us, them = engines[player], engines[1 - player]
        us.silent()
        us.ready()
        us.send(game.position())
        over = game.ask(us, "gameover") == "true"
        if over or arguments.gameover == "both" and game.ask(them, "gameover") == "true":
            break
        before = list(limit.times)
        move, milliseconds = us.go(limit.go(), limit.longest(player))
        if not limit.charge(player, milliseconds):
            clock = f" with {before[player]} ms left" if limit.kind == "clock" else ""
            us.fail(f"lost on time: took {milliseconds} ms{clock} ({limit.text})")
        game.moves.append(move)
    else:
        return "unfinished", f"stopped after {arguments.plies} plies"
    claims = []
    for engine in engines:
        engine.ready()
        engine.send(game.position())
        claims.append((game.ask(engine, "gameover"), game.ask(engine, "result")))
    if claims[0] != claims[1]:
        raise Failure(f"the engines disagree on gameover and result: {claims[0]} and {claims[1]}")
    if claims[0][0] != "true" or claims[0][1] not in ("p1win", "p2win", "draw"):
        raise Failure(f"the game has ended, but gameover and result are {claims[0]}")
    return claims[0][1], None


def check_end(referee, game):
    """The last move must have been legal in a game that had not ended. Returns the reason of the result."""
    before = Game(game.start, game.moves[:-1])
    if not game.moves or before.ask(referee, "gameover") == "true":
        raise Failure("the game had ended before its last move")
    if referee.query(f"islegal {game.moves[-1]}") != "true":
        raise Failure(f"the last move, {game.moves[-1]}, was illegal")
    referee.send(game.position())
    for line in referee.lines("show", "key:"):
        state = re.search(r", turn \d+: (.*)", line)
        if state:
            return state[1]
    return "end not shown"


class Match:
    """All games of one variant."""

    def __init__(self, variant, arguments):
        self.variant = variant
        self.arguments = arguments
        self.options = (*OPTIONS, ("UCI_Variant", variant))
        self.dice = random.Random(f"{arguments.seed} {variant}")
        self.engines = []
        self.referee = None
        self.results = collections.Counter()

    def start_engines(self):
        """Starts the engines that do not run."""
        if self.referee is None:
            self.referee = Engine(self.arguments.engine, "referee", self.arguments)
            self.referee.init((("UCI_Variant", self.variant),))
        while len(self.engines) < 2:
            name = f"engine {len(self.engines) + 1}"
            engine = Engine(self.arguments.engine, name, self.arguments)
            self.engines.append(engine)
            engine.init(self.options)

    def kill_engines(self):
        for engine in [*self.engines, self.referee]:
            if engine is not None:
                engine.kill()
        self.engines, self.referee = [], None

    def run(self):
        for limit in self.arguments.tc or [Limit(text) for text in LIMITS]:
            for number in range(self.arguments.games):
                try:
                    self.play(number, limit)
                except Failure as failure:
                    self.results["failure"] += 1
                    print(f"{self.title(number, limit)} FAILURE: {failure}", flush=True)
                    self.kill_engines()
        try:
            for engine in [*self.engines, self.referee]:
                if engine is not None:
                    engine.quit()
        except Failure as failure:
            self.results["failure"] += 1
            print(f"{self.variant} FAILURE: {failure}", flush=True)
            self.kill_engines()

    def title(self, number, limit):
        return f"{self.variant:<9} {limit.text:<12} game {number + 1:>2}:"

    def play(self, number, limit):
        """One game. Each opening is played twice with sides swapped, as cutegames does with repeat."""
        self.start_engines()
        if number % 2 == 0:
            # Odd lengths too: then Black begins.
            plies = self.dice.randint(*self.arguments.opening)
            self.opening = opening(self.referee, plies, self.dice)
        moves, text = self.opening
        pair = self.engines if number % 2 == 0 else self.engines[::-1]
        # cutegames' openings are position texts. Openings as lists of moves are tested as well.
        game = Game(text, []) if number // 2 % 2 == 0 and moves else Game("startpos", moves)
        started, begun = time.monotonic(), len(game.moves)
        try:
            result, reason = play(pair, game, limit, self.arguments)
            if reason is None:
                reason = check_end(self.referee, game)
        except Failure as failure:
            raise Failure(f"{failure}\n    after {game.position()}") from failure
        self.results[result] += 1
        plies = len(game.moves) - begun
        seconds = time.monotonic() - started
        opened = f"{len(moves)} random plies as {'text' if begun == 0 and moves else 'moves'}"
        print(
            f"{self.title(number, limit)} {result:<6} {reason}, {plies} plies in {seconds:.1f} s, "
            f"{opened}",
            flush=True,
        )


def parse_arguments():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(root, "target"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--engine",
        metavar="PATH",
        default=os.path.join(target, "release", "luctor"),
        help="the program [default: %(default)s]",
    )
    parser.add_argument(
        "--variant", action="append", choices=VARIANTS, help="a board, may be repeated [default: all]"
    )
    parser.add_argument(
        "--games", type=int, default=2, metavar="N", help="games per board and limit [default: 2]"
    )
    parser.add_argument(
        "--tc",
        action="append",
        type=Limit,
        metavar="LIMIT",
        help=f"such as {', '.join(LIMITS)}; times in ms; may be repeated [default: all of these]",
    )
    parser.add_argument(
        "--plies", type=int, default=600, metavar="N", help="stop a game after N plies [default: 600]"
    )
    parser.add_argument(
        "--opening",
        type=int,
        nargs=2,
        default=(2, 7),
        metavar=("MIN", "MAX"),
        help="random plies at the start [default: 2 7]",
    )
    parser.add_argument(
        "--seed", type=int, default=None, metavar="N", help="random seed of the openings [default: a random one]"
    )
    parser.add_argument(
        "--gameover",
        choices=("tomove", "both"),
        default="tomove",
        help="cutegames' setting: which engines are asked before every move [default: tomove]",
    )
    parser.add_argument(
        "--hang",
        type=float,
        default=10.0,
        metavar="S",
        help="seconds beyond its time after which an engine counts as hanging [default: 10]",
    )
    parser.add_argument("--verbose", action="store_true", help="show every line of both directions")
    arguments = parser.parse_args()
    if not os.path.isfile(arguments.engine):
        parser.error(f"there is no engine at {arguments.engine}: cargo build --release makes it")
    low, high = arguments.opening
    if not 0 <= low <= high:
        parser.error("--opening takes two numbers, the smaller one first")
    if arguments.seed is None:
        arguments.seed = random.SystemRandom().randrange(1_000_000)
    return arguments


def main():
    arguments = parse_arguments()
    print(f"{arguments.engine}, seed {arguments.seed}", flush=True)
    total = collections.Counter()
    for variant in arguments.variant or VARIANTS:
        match = Match(variant, arguments)
        try:
            match.run()
        except KeyboardInterrupt:
            match.kill_engines()
            raise
        total += match.results
    failures = total.pop("failure", 0)
    games = sum(total.values()) + failures
    results = ", ".join(f"{name} {count}" for name, count in sorted(total.items()))
    print(f"{games} games, {failures} failures; {results or 'no results'}")
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
