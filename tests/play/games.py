"""Sessions for tests."""

from __future__ import annotations

from typing import Any

from outflank.play.saving import session_as_dict
from outflank.play.session import Session
from outflank.play.time_control import TimeControl
from outflank.rules.game import Game


def undone_session(white: str = "corner-greedy") -> Session:
    """A timed game from an opening, with a variation that was played last and undone.

    Redo leads into the variation f5 d6 c3 f4 and not along the main line.
    """
    session = Session(
        Game.from_moves(["f5", "d6"]),
        white=white,
        time_control=TimeControl(move_seconds=None, game_seconds=300.0, increment_seconds=2.0),
        opening_moves=2,
    )
    session.play("c3", seconds=1.0)
    session.play("d3", seconds=2.5)
    session.play("c4", seconds=4.0)
    session.analyse(True)
    session.go_to("f5d6c3")
    session.play("f4")
    session.comment("größer als 棋")
    session.analyse(False)
    session.go_to("f5d6")
    return session


def lasting(session: Session) -> dict[str, Any]:
    """All that is saved of a session but the time of its turn, which goes on."""
    values = session_as_dict(session)
    del values["turn_seconds"]
    return values
