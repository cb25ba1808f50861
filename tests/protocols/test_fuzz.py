"""Random conversations: a session answers or ignores any input, and ends."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from outflank.errors import OutflankError
from outflank.protocols.botzone_session import BotzoneSession
from outflank.protocols.gtp_session import COMMANDS, GtpSession
from outflank.protocols.nboard_session import NBoardSession
from outflank.rules.squares import SQUARE_NAMES
from tests.arena.hostile import Honest

COLOURS = ["black", "white", "b", "W", "red", ""]
VERTICES = [*SQUARE_NAMES, "pass", "PASS", "PA", "i9", "--", "resign"]
NUMBERS = ["0", "1", "2", "8", "-1", "3.5", "1e9", "999999999999", "nan", ""]
RUBBISH = ["", "\x00", "\xff\xfe", "(;", "(;GM[Othello];)", "\u2028", "🙂", "#", '{"x":', "=", " "]

NBOARD_COMMANDS = ["nboard", "set depth", "set game", "set contempt", "move", "move", "hint", "go"]
NBOARD_COMMANDS += ["ping", "learn", "analyze", "set", "nonsense"]

Chance = random.Random


def gtp_line(chance: Chance) -> str:
    name = chance.choice([*COMMANDS, "genmove", "play", "play", "undo", "nonsense"])
    if name in ("play", "genmove", "reg_genmove", "time_left") and chance.random() < 0.9:
        words = [chance.choice(COLOURS), chance.choice(VERTICES), chance.choice(NUMBERS)]
    else:
        words = chance.choices(NUMBERS + VERTICES + RUBBISH, k=chance.randrange(4))
    number = chance.choice(["", "", "7 ", "007 "])
    return f"{number}{name} {' '.join(words)}{chance.choice(['', '', '# comment'])}"


def nboard_line(chance: Chance) -> str:
    name = chance.choice(NBOARD_COMMANDS)
    words = chance.choices(NUMBERS + RUBBISH, k=chance.randrange(3))
    if name == "move" and chance.random() < 0.9:
        words = [f"{chance.choice(VERTICES)}/{chance.choice(NUMBERS)}/{chance.choice(NUMBERS)}"]
    if name == "set game" and chance.random() < 0.7:
        moves = "".join(
            f"{chance.choice('BW')}[{chance.choice(VERTICES)}]" for _ in range(chance.randrange(3))
        )
        words = [f"(;GM[Othello]{moves};)"]
    return f"{name} {' '.join(words)}"


def botzone_line(chance: Chance) -> str:
    def point() -> str:
        x, y = (chance.choice(["-1", "0", "2", "3", "4", "5", "9", '"a"']) for _ in range(2))
        return f'{{"x":{x},"y":{y}}}'

    points = ",".join(point() for _ in range(chance.randrange(3)))
    answers = ",".join(point() for _ in range(chance.randrange(2)))
    return chance.choice(
        [
            f'{{"requests":[{points}],"responses":[{answers}]}}',
            '{"requests":[{"x":-1,"y":-1}],"responses":[]}',
            f'{{"requests":{point()}}}',
            point(),
            f"{chance.randrange(-1, 9)} {chance.randrange(-1, 9)}",
            str(chance.randrange(4)),
            chance.choice(RUBBISH),
        ]
    )


def lines_of(chance: Chance, line: Callable[[Chance], str], longest: int) -> list[bytes]:
    """A random conversation, now and then with lines of plain noise in it."""
    lines = []
    for _ in range(chance.randrange(1, longest)):
        noise = chance.randbytes(chance.randrange(20)).replace(b"\n", b"")
        lines.append(noise if chance.random() < 0.05 else line(chance).encode())
    return lines


def converse_in_gtp(chance: Chance) -> None:
    sent: list[str] = []
    lines = lines_of(chance, gtp_line, longest=8)
    GtpSession(Honest(), lines, sent.append, version="1").run()
    for response in sent:
        assert response[0] in "=?"
        assert response.endswith("\n\n")
        assert response.count("\n\n") == 1


def converse_in_nboard(chance: Chance) -> None:
    sent: list[str] = []
    NBoardSession(Honest(), lines_of(chance, nboard_line, longest=8), sent.append).run()
    for line in sent:
        assert line.endswith("\n")
        assert line.count("\n") == 1


def converse_in_botzone(chance: Chance) -> None:
    sent: list[str] = []
    lines = lines_of(chance, botzone_line, longest=5)
    # What makes no sense ends the bot, in one line that the command prints.
    with suppress(OutflankError):
        BotzoneSession(Honest(), lines, sent.append, seconds=1, keeps_running=True).run()
    assert all(text.count("\n") == 2 for text in sent)


CONVERSATIONS = pytest.mark.parametrize(
    "converse", [converse_in_gtp, converse_in_nboard, converse_in_botzone]
)


@CONVERSATIONS
def test_random_conversations_end_well(converse: Callable[[Chance], None]) -> None:
    for seed in range(3400):  # ten thousand over the three protocols
        converse(random.Random(seed))


@pytest.mark.slow
@CONVERSATIONS
def test_ten_thousand_random_conversations_end_well(converse: Callable[[Chance], None]) -> None:
    for seed in range(10_000, 20_000):
        converse(random.Random(seed))
