"""The move list: the main line in a grid, variations below the move that they replace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from nicegui import ui
from nicegui.events import GenericEventArguments

from outflank.engine.review import MoveReview, Verdict
from outflank.play.paths import path_of
from outflank.play.session import Session
from outflank.rules.game import BLACK, Node
from outflank.rules.squares import square_name
from outflank.web.languages import Language

VERDICT_MARKS = {Verdict.MISTAKE: "?", Verdict.BLUNDER: "??"}

LEAST_SHOWN_LOSS = 0.5
"""Smallest loss of a move that is shown, in discs.

Smaller losses are within the error of a search and would distract from larger ones.
"""

LEAST_WHOLE_LOSS = 9.95
"""From this loss on (in discs), losses are shown as whole discs, like scores."""

_CHOSEN = """(event) => {
  const move = event.target.closest("[data-path]");
  if (move) emit(move.dataset.path);
}"""
# The list becomes lower after a move if the cards above it grow, so its size is watched as well.
# The page may not have drawn the list yet: then it is looked for again, for five seconds.
_FOLLOW = """
(function start(tries) {{
  const list = getHtmlElement({id});
  if (!list) {{
    if (tries) setTimeout(() => start(tries - 1), 50);
    return;
  }}
  const follow = () => {{
    const now = list.querySelector(".of-move--current");
    if (!now) {{ list.scrollTop = 0; return; }}
    const [inner, outer] = [now.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }};
  new MutationObserver(follow).observe(
    list, {{ childList: true, subtree: true, attributeFilter: ["class"] }}
  );
  new ResizeObserver(follow).observe(list);
  follow();
}})(100);
"""


class MoveList:
    """Shows the game tree; calls `on_choose` with the path of a clicked move.

    A path is the names of all squares played from the start of the game to a move, joined.
    """

    def __init__(self, text: Language, on_choose: Callable[[str], None]) -> None:
        self._text = text
        self._element = ui.html("", sanitize=False).classes("of-card of-moves")
        self._element.props(f'role="group" tabindex="0" aria-label="{text("moves")}"')

        def chosen(event: GenericEventArguments) -> None:
            if isinstance(event.args, str):
                on_choose(event.args)

        self._element.on("click", chosen, js_handler=_CHOSEN)
        ui.run_javascript(_FOLLOW.format(id=self._element.id))

    def show(self, session: Session, reviewed: Mapping[str, MoveReview]) -> None:
        """Show the game tree of `session`; `reviewed` maps paths to reviews of moves."""
        writer = _Writer(self._text, session, reviewed)
        self._element.content = writer.html()


class _Writer:
    def __init__(
        self, text: Language, session: Session, reviewed: Mapping[str, MoveReview]
    ) -> None:
        self._text = text
        self._root = session.game.root
        self._current = path_of(session.game.current)
        self._reviewed = reviewed

    def html(self) -> str:
        parts = self._notes(self._root)
        if not self._root.children:
            parts.append(f'<div class="of-moves__empty">{escape(self._text("no_moves"))}</div>')
            return "".join(parts)
        node = self._root
        number = 0
        while node.children:
            main, *others = node.children
            number += not main.is_pass
            parts.append(self._move(main, number))
            parts.extend(self._notes(main))
            parts.extend(self._variation(other, number) for other in others)
            node = main
        return f'<div class="of-moves__list">{"".join(parts)}</div>'

    def _variation(self, node: Node, number: int) -> str:
        """The HTML of a variation that starts with `node`, with its own variations nested inside.

        `number` is the number of the first move, counted from 1 at the start of the game.
        """
        parts = []
        while True:
            parts.append(self._move(node, number))
            parts.extend(self._notes(node))
            if not node.children:
                break
            node, *others = node.children
            number += not node.is_pass
            parts.extend(self._variation(other, number) for other in others)
        return f'<div class="of-variation">{"".join(parts)}</div>'

    def _move(self, node: Node, number: int) -> str:
        if node.is_pass:
            return f'<span class="of-pass">{escape(self._text("pass"))}</span>'
        path = path_of(node)
        classes = ["of-move", "of-move--X" if node.mover is BLACK else "of-move--O"]
        mark = ""
        spoken = ""
        if path == self._current:
            classes.append("of-move--current")
            spoken = ' aria-current="true"'
        if node.comment:
            classes.append("of-move--comment")
        review = self._reviewed.get(path)
        if review is not None and review.verdict in VERDICT_MARKS:
            classes.append(f"of-move--{review.verdict.value}")
            mark = f"<em>{VERDICT_MARKS[review.verdict]}</em>"
        if review is not None and review.loss_discs >= LEAST_SHOWN_LOSS:
            discs = review.loss_discs
            loss = self._text("loss_of_move", loss=f"{discs:.1f}")
            short = f"{discs:.0f}" if discs >= LEAST_WHOLE_LOSS else f"{discs:.1f}"
            mark += f'<small title="{escape(loss)}">−{short}</small>'
        name = square_name(node.move)
        return (
            f'<button type="button" class="{" ".join(classes)}" data-path="{path}"{spoken}>'
            f"<i>{number}</i><b>{name}</b>{mark}</button>"
        )

    def _notes(self, node: Node) -> list[str]:
        if not node.comment:
            return []
        return [f'<div class="of-note">{escape(node.comment)}</div>']
