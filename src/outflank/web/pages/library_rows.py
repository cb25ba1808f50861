"""The rows of the game list on the library page, each with a small board, as HTML."""

from __future__ import annotations

import time
from collections.abc import Collection
from html import escape

from outflank.library.rows import GameRow
from outflank.rules.game import Result
from outflank.web.languages import Language
from outflank.web.levels import player_name
from outflank.web.visitor_library import FoundGames

SQUARES = 64
LONGEST_NOTE = 120


def rows_html(
    found: FoundGames, text: Language, *, own: Collection[int], selected: Collection[int]
) -> str:
    """The rows for `found` as HTML.

    `own` has the ids of games that the visitor may edit and delete, `selected` those whose check
    box is on.
    """
    parts = (
        _row(row, board, text, is_own=row.id in own, is_selected=row.id in selected)
        for row, board in zip(found.rows, found.boards, strict=True)
    )
    return f'<ul class="of-items">{"".join(parts)}</ul>'


def _row(row: GameRow, board: str, text: Language, *, is_own: bool, is_selected: bool) -> str:
    names = _names(row, text)
    checked = " checked" if is_selected else ""
    label = escape(f"{text('select')}: {names[0]} – {names[1]}")
    return (
        f'<li class="of-item" data-id="{row.id}">'
        f'<input type="checkbox" data-act="select" aria-label="{label}"{checked}>'
        f'<a class="of-item__open"{_address(row, is_own=is_own)}>{board}'
        f'<span class="of-item__what">{_players(row, names, text)}{_facts(row, text)}'
        f"{_notes(row)}</span></a>{_actions(row, text, is_own=is_own)}</li>"
    )


def _address(row: GameRow, *, is_own: bool) -> str:
    """The ``href`` attribute of the link to a game; empty for games in the trash."""
    if row.is_deleted:
        return ""
    where = f"/g/{row.public_id}" if is_own and row.public_id else f"/library/{row.id}"
    return f' href="{escape(where)}"'


def _names(row: GameRow, text: Language) -> tuple[str, str]:
    black, white = (player_name(name, text) if name else "?" for name in (row.black, row.white))
    return black, white


def _players(row: GameRow, names: tuple[str, str], text: Language) -> str:
    black, white = (escape(name) for name in names)
    winner = row.result.winner.value if row.result and row.result.winner else ""
    black_class = " of-item__winner" if winner == "black" else ""
    white_class = " of-item__winner" if winner == "white" else ""
    return (
        '<span class="of-item__players">'
        f'<span class="of-item__name of-item__name--X{black_class}">{black}</span>'
        f'<span class="of-item__result">{escape(result_short(row.result, text))}</span>'
        f'<span class="of-item__name of-item__name--O{white_class}">{white}</span></span>'
    )


def result_short(result: Result | None, text: Language) -> str:
    """The discs of Black and White, with empty squares given to the winner, or "unfinished"."""
    if result is None:
        return text("unfinished")
    return f"{(SQUARES + result.score) // 2}–{(SQUARES - result.score) // 2}"


def _facts(row: GameRow, text: Language) -> str:
    facts = []
    if opening := row.opening_name(text.code):
        facts.append(f'<span class="of-item__opening">{escape(opening)}</span>')
    if row.event:
        facts.append(f"<span>{escape(row.event)}</span>")
    when = row.date or time.strftime("%Y-%m-%d %H:%M", time.localtime(row.changed))
    facts.append(f'<span class="of-item__date">{escape(when)}</span>')
    facts.append(f"<span>{escape(text('move_count', number=len(row.moves)))}</span>")
    if row.folder:
        facts.append(f'<span class="of-item__folder">{escape(row.folder)}</span>')
    if row.is_reviewed:
        facts.append(f'<span class="of-tag of-tag--good">{escape(text("reviewed"))}</span>')
    facts += [f'<span class="of-tag">{escape(label)}</span>' for label in row.labels]
    return f'<span class="of-item__facts">{"".join(facts)}</span>'


def _notes(row: GameRow) -> str:
    if not row.notes:
        return ""
    notes = row.notes if len(row.notes) <= LONGEST_NOTE else f"{row.notes[:LONGEST_NOTE]}…"
    return f'<span class="of-item__notes">{escape(notes)}</span>'


def _actions(row: GameRow, text: Language, *, is_own: bool) -> str:
    if not is_own:
        return ""
    if row.is_deleted:
        acts = [("restore", "restore_from_trash")]
    else:
        acts = [("edit", "edit"), ("delete", "delete_outline")]
    buttons = "".join(
        f'<button type="button" class="of-button of-button--icon of-button--plain" '
        f'data-act="{act}" aria-label="{escape(text(act))}" title="{escape(text(act))}">'
        f'<i class="q-icon notranslate material-icons" aria-hidden="true">{icon}</i></button>'
        for act, icon in acts
    )
    return f'<span class="of-item__acts">{buttons}</span>'
