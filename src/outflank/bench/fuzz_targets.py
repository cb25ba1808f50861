"""What the fuzzer attacks: every parser and every protocol, each with valid inputs.

A target is called with bytes. It must return, or raise an `OutflankError` of one line; anything
else is a defect.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from outflank.arena.plan import parse_plan
from outflank.bench.fuzz_web import WEB_TARGETS
from outflank.classics.genomes import SHIPPED as SHIPPED_GENOME
from outflank.classics.genomes import from_json
from outflank.engine.weights import SEAL
from outflank.errors import OutflankError
from outflank.formats import FORMATS, read_bytes, write
from outflank.play.files import format_session, parse_session
from outflank.play.session import Session
from outflank.players.making import make_player
from outflank.players.spec import parse_spec
from outflank.protocols.botzone_session import BotzoneSession
from outflank.protocols.gtp_session import COMMANDS, GtpSession
from outflank.protocols.nboard_session import NBoardSession
from outflank.rules.game import Game

MOST_GAMES_READ = 20
"""How many games of one input are parsed, from each end of the collection."""

PLAYER = "random:seed=1"
"""The player in protocol sessions, which answers at once."""


@dataclass(frozen=True, slots=True)
class Target:
    """A parser or a protocol: `take` is called with bytes, and `seeds` are valid inputs."""

    take: Callable[[bytes], None]
    seeds: tuple[bytes, ...]


def _sample_games() -> list[Game]:
    game = Game.from_moves(["f5", "d6", "c3", "d3", "c4", "f4", "f6", "g5"])
    game.tags.update(black="Ann", white="Bob", event="Cup", date="2024")
    game.root.comment = "a comment"
    game.current.evaluation, game.current.seconds = -3.5, 1.25
    game.undo()
    game.play("f3")
    game.resign(game.to_move)
    other = Game.from_moves(["d3"])
    other.resign(other.to_move)
    return [game, other]


def _read(data: bytes) -> None:
    games = read_bytes(data).games
    for game in (*islice(games, MOST_GAMES_READ), *games[-MOST_GAMES_READ:]):
        game.moves()


def _genome(data: bytes) -> None:
    with suppress(ValueError, RecursionError):
        from_json(json.loads(data))


def _spec(data: bytes) -> None:
    parse_spec(data.decode(errors="replace"))


def _converse(session: Callable[[list[bytes]], None]) -> Callable[[bytes], None]:
    return lambda data: session(data.split(b"\n"))


def _gtp(lines: list[bytes]) -> None:
    sent: list[str] = []
    GtpSession(make_player(PLAYER), lines, sent.append, version="1").run()
    if any(answer[0] not in "=?" or not answer.endswith("\n\n") for answer in sent):
        raise AssertionError(f"an answer that is not GTP: {sent!r}")


def _nboard(lines: list[bytes]) -> None:
    NBoardSession(make_player(PLAYER), lines, lambda text: None).run()


def _botzone(lines: list[bytes]) -> None:
    player = make_player(PLAYER)
    BotzoneSession(player, lines, lambda text: None, seconds=1, keeps_running=True).run()


def targets() -> dict[str, Target]:
    """All targets of the fuzzer by name."""
    games = _sample_games()
    found: dict[str, Target] = {}
    for format in FORMATS:
        seeds: list[bytes] = []
        for part in (games[:1], games, [Game()]):
            with suppress(OutflankError):  # some formats cannot hold these games
                seeds.append(write(part, format.name))
        found[format.name] = Target(_read, tuple(seed for seed in seeds if seed.strip()))
    session = format_session(Session()).encode()
    gtp = "\n".join(f"{name} black f5 8" for name in COMMANDS if name != "quit").encode()
    nboard = (
        b"nboard 2\nset depth 4\nset game (;GM[Othello]PC[x]TY[8]B[f5//1];)\nmove d6//1\nhint 2\n"
        b"go\nping 3\nset contempt 0\nlearn\nanalyze"
    )
    botzone = b'{"requests":[{"x":-1,"y":-1}],"responses":[]}\n{"x":2,"y":3}\n1\n2 3\n'
    plan = (
        b'name = "cup"\npairs = 2\nsystem = "swiss"\nrounds = 2\n'
        b'[players]\na = "random"\nb = "greedy"\n'
    )
    specs = (
        b"engine:level=12,threads=2",
        b"mcts:time=1,rollout=roxanne",
        b"gtp:./x --y",
        b"random:seed=1",
    )
    found |= {
        "session": Target(lambda data: void(parse_session(data)), (session,)),
        "plan": Target(lambda data: void(parse_plan(data)), (plan,)),
        "genome": Target(_genome, (SHIPPED_GENOME.read_bytes(),)),
        "weights": Target(
            lambda data: void(SEAL.unpack(data)), (SEAL.pack({"a": 1}, b"content", 1),)
        ),
        "player": Target(_spec, specs),
        "gtp": Target(_converse(_gtp), (gtp,)),
        "nboard": Target(_converse(_nboard), (nboard,)),
        "botzone": Target(_converse(_botzone), (botzone,)),
    }
    return found | {name: Target(*parts) for name, parts in WEB_TARGETS.items()}


def void(_: object) -> None:
    """Discard a value, because a target's function returns None."""
