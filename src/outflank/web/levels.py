"""The list of opponents that the web app offers.

It has nine levels and the final programs of the five project reports. Levels 1 to 3 are those of
report 004; the higher ones use the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from outflank.play.session import HUMAN
from outflank.web.languages import Language


class Opponent(Protocol):
    """An entry in the list of opponents; its texts come from the language files."""

    @property
    def spec(self) -> str:
        """The player spec of this opponent."""

    def name(self, text: Language) -> str:
        """The full name, in the language of `text`."""

    def short_name(self, text: Language) -> str:
        """A shorter name, for a list under a heading that says what kind of opponents follow."""

    def sentence(self, text: Language) -> str:
        """A description of the opponent in one sentence."""


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent that is one of the numbered playing levels."""

    number: int
    spec: str

    def name(self, text: Language) -> str:
        """The full name of the level, in the language of `text`."""
        return text("level_name", number=self.number, title=text(f"level_{self.number}"))

    def short_name(self, text: Language) -> str:
        """The number and the title of the level."""
        return f"{self.number} {text(f'level_{self.number}')}"

    def sentence(self, text: Language) -> str:
        """A description of the level in one sentence."""
        return text(f"level_{self.number}_is")


@dataclass(frozen=True, slots=True)
class ReportProgram:
    """An opponent that is the final program of one of the project's five reports.

    `report` is the number of the report.
    """

    report: str
    spec: str

    def name(self, text: Language) -> str:
        """The full name of the program, in the language of `text`."""
        return text("report_name", report=self.report, title=text(f"report_{self.report}"))

    def short_name(self, text: Language) -> str:
        """The number of the report and the name of its algorithm."""
        return f"{self.report[:3]} {text(f'report_{self.report}')}"

    def sentence(self, text: Language) -> str:
        """A description of the program in one sentence."""
        return text(f"report_{self.report}_is")


LEVELS = (
    Level(1, "corner-greedy"),
    Level(2, "pvs:depth=6,eval=phased"),
    Level(3, "pvs:time=1.0,eval=phased"),
    Level(4, "engine:level=4"),
    Level(5, "engine:level=8"),
    Level(6, "engine:level=12"),
    Level(7, "engine:level=16"),
    Level(8, "engine:level=21"),
    Level(9, "engine:time=5.0"),
)

REPORTS = (
    ReportProgram("000", "report000"),
    ReportProgram("001", "report001"),
    ReportProgram("002", "report002"),
    ReportProgram("002neat", "report002neat"),
    ReportProgram("003", "report003:time=5.0"),
    ReportProgram("004", "report004"),
)
"""The final programs of the reports. Report 003 took 59 seconds a move; here it gets five."""

OPPONENTS: tuple[Opponent, ...] = (*LEVELS, *REPORTS)

DEFAULT_OPPONENT = LEVELS[2]
"""The opponent offered on a first visit: level 3, as in report 004."""

_BY_SPEC = {opponent.spec: opponent for opponent in OPPONENTS}


def opponent_of(spec: str) -> Opponent | None:
    """The opponent with this player spec, ignoring book options; None if it is not in the list."""
    return _BY_SPEC.get(spec) or _BY_SPEC.get(_without_book(spec))


def _without_book(spec: str) -> str:
    """The player spec without its opening book options."""
    name, _, options = spec.partition(":")
    kept = [option for option in options.split(",") if not option.startswith("book")]
    return f"{name}:{','.join(kept)}" if any(kept) else name


def player_name(spec: str, text: Language) -> str:
    """The name of a player as pages show it: "human", the name of an opponent, or the spec."""
    if spec == HUMAN:
        return text("human")
    opponent = opponent_of(spec)
    return opponent.name(text) if opponent else spec
