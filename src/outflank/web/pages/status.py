"""What is going on, in one sentence."""

from __future__ import annotations

from outflank.rules.game import BLACK, WHITE, Reason, Result
from outflank.web.languages import Language
from outflank.web.levels import player_name
from outflank.web.rooms import Room
from outflank.web.table import Table


def status_text(room: Room, text: Language) -> str:
    """Whose turn it is, who is thinking, or how it ended."""
    table = room.table
    result = table.result
    if room.trouble:
        return room.trouble
    if result is not None:
        return result_text(result, table, text)
    side = text(table.game.to_move.value)
    if table.is_analysing:
        return text("status_analysing", side=side)
    if room.is_thinking:
        if waiting := room.place_in_line:
            return text("status_waiting", number=waiting)
        name = player_name(table.players[table.game.to_move], text)
        return text("status_thinking", name=name)
    if not table.is_person(table.game.to_move):
        return text("status_paused", side=side)
    return (
        text("status_yours", side=side)
        if len(table.persons) == 1
        else text("status_side", side=side)
    )


def result_text(result: Result, table: Table, text: Language) -> str:
    """Who has won and why."""
    if result.winner is None:
        return text("result_draw")
    winner, loser = text(result.winner.value), text(result.winner.other.value)
    if result.reason is Reason.COUNTED:
        return text(
            "result_counted",
            winner=winner,
            black=table.game.discs(BLACK),
            white=table.game.discs(WHITE),
        )
    key = result.reason.name.lower()
    return text(f"result_{key}", winner=winner, loser=loser)
