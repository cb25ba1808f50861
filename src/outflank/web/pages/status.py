"""The text of the status line of a game."""

from __future__ import annotations

from outflank.rules.game import Reason, Result
from outflank.web.languages import Language
from outflank.web.levels import player_name
from outflank.web.rooms import Room

SQUARES = 64


def status_text(room: Room, text: Language) -> str:
    """What the status line says: error, result, the player that is thinking, or side to move."""
    session = room.session
    result = session.result
    if room.trouble:
        return room.trouble
    if result is not None:
        return result_text(result, text)
    side = text(session.game.to_move.value)
    if session.is_in_variation and (session.is_record or session.is_analysing):
        return text("status_variation", side=side)
    if session.is_analysing:
        return text("status_analysing", side=side)
    if session.is_record:
        return text("status_side", side=side)
    if room.is_thinking:
        if waiting := room.place_in_line:
            return text("status_waiting", number=waiting)
        name = player_name(session.players[session.game.to_move], text)
        return text("status_thinking", name=name)
    if session.is_clock_stopped or not session.is_person(session.game.to_move):
        return text("status_paused", side=side)
    return (
        text("status_yours", side=side)
        if len(session.persons) == 1
        else text("status_side", side=side)
    )


def result_text(result: Result, text: Language) -> str:
    """A sentence that says who has won and why."""
    if result.winner is None:
        return text("result_draw")
    winner, loser = text(result.winner.value), text(result.winner.other.value)
    if result.reason is Reason.COUNTED:
        return text(
            "result_counted",
            winner=winner,
            # Empty squares go to the winner.
            black=(SQUARES + result.score) // 2,
            white=(SQUARES - result.score) // 2,
        )
    key = result.reason.name.lower()
    return text(f"result_{key}", winner=winner, loser=loser)
