"""The dialog for a new game: players, clock, opening book and starting position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui

from outflank.errors import OutflankError
from outflank.library.opening_names import named_openings
from outflank.play.session import HUMAN, Session
from outflank.play.time_control import UNLIMITED, TimeControl
from outflank.players.spec import changed_spec
from outflank.rules.game import BLACK, WHITE, Game
from outflank.web.allowed import web_kinds, web_player
from outflank.web.levels import DEFAULT_OPPONENT, LEVELS, OPPONENTS, opponent_of
from outflank.web.pages.frame import Visit
from outflank.web.pages.parts import Choice, Dialog, Field, button, set_shown, set_text, span
from outflank.web.pages.pasting import paste_field
from outflank.web.reading import reader
from outflank.web.starts import drawn_opening

OTHER = "other"
"""Key of the menu entry for a player that the visitor types in as a spec."""

PAIRS = {
    "play_black": (HUMAN, DEFAULT_OPPONENT.spec),
    "play_white": (DEFAULT_OPPONENT.spec, HUMAN),
    "two_people": (HUMAN, HUMAN),
    "watch": (LEVELS[1].spec, LEVELS[3].spec),
}
"""Maps each of the four kinds of game in report 004 to the players of Black and White."""

BOOKS = {
    "off": "",
    "best": "book=on",
    "varied": "book=on,book_variety=1",
    "free": "book=on,book_variety=3",
}
"""Maps each way to use the opening book to options that are added to the player spec."""

MOST_MINUTES = 600.0


class NewGameDialog:
    """A dialog that asks for the settings of a new game and calls `on_start` with its session.

    `current` returns the game on the page, from which the new game may continue.
    """

    def __init__(
        self, visit: Visit, on_start: Callable[[Session], None], current: Callable[[], Game]
    ) -> None:
        self._visit = visit
        self._text = text = visit.text
        self._on_start = on_start
        self._current = current
        self._dialog = Dialog(text("new_game"), text("close"))
        with self._dialog.body:
            with ui.element("div").classes("of-row"):
                for key, pair in PAIRS.items():
                    button(text(key), partial(self._choose_pair, *pair))
            with ui.element("div").classes("of-two"):
                self._players = {
                    BLACK: _PlayerChoice(visit, text("black"), HUMAN),
                    WHITE: _PlayerChoice(visit, text("white"), visit.settings.opponent),
                }
            self._build_clock()
            books = {key: text(f"book_{key}") for key in BOOKS}
            self._book = Choice(text("book"), books, next(iter(books)))
            self._build_start()
            self._problem = span("", "of-problem")
            with ui.element("div").classes("of-dialog__end"):
                button(text("cancel"), self._dialog.close)
                start = button(text("start"), self._start, icon="play_arrow")
                start.classes("of-button--main")

    def _build_clock(self) -> None:
        text = self._text
        kinds = {key: text(f"clock_{key}") for key in ("none", "move", "game")}
        with ui.element("div").classes("of-two"):
            self._clock = Choice(text("clock"), kinds, "none", self._clock_chosen)
            number = 'type="number" min="0" step="any"'
            with ui.element("div").classes("of-two of-gone") as self._times:
                self._seconds = Field(text("seconds"), "30", props=number)
                self._minutes = Field(text("minutes"), "5", props=number)
                self._increment = Field(text("increment"), "0", props=number)

    def _build_start(self) -> None:
        text = self._text
        starts = {
            key: text(f"start_{key}") for key in ("standard", "drawn", "named", "current", "pasted")
        }
        self._from = Choice(text("start_from"), starts, "standard", self._start_chosen)
        names = {
            opening.moves: f"{opening.name(text.code)} · {opening.moves}"
            for opening in named_openings()
        }
        self._opening = Choice(text("opening"), names, next(iter(names)))
        self._copies = span(text("play_on_copies"), "of-soft")
        self._pasted = paste_field(text)
        self._start_chosen("standard")

    def open(self, start_text: str = "", *, from_here: bool = False) -> None:
        """Show the dialog; `start_text` is a starting position to offer, in any known format.

        With `from_here`, it offers to continue the game on the page from the cursor.
        """
        set_text(self._problem, "")
        if from_here:
            self._from.set("current")
            self._start_chosen("current")
        if start_text:
            self._from.set("pasted")
            self._pasted.set(start_text)
            self._start_chosen("pasted")
        self._dialog.open()

    def _choose_pair(self, black: str, white: str) -> None:
        levels = [choice.spec for choice in self._players.values() if choice.spec != HUMAN]
        for colour, spec in ((BLACK, black), (WHITE, white)):
            # Keep the chosen opponent when only the colours change.
            is_only_opponent = spec != HUMAN and HUMAN in (black, white)
            self._players[colour].set(levels[0] if is_only_opponent and levels else spec)

    def _clock_chosen(self, kind: str) -> None:
        set_shown(self._times, kind != "none")
        set_shown(self._seconds.field, kind == "move")
        set_shown(self._minutes.field, kind == "game")
        set_shown(self._increment.field, kind == "game")

    def _start_chosen(self, start: str) -> None:
        set_shown(self._opening.field, start == "named")
        set_shown(self._copies, start == "current")
        set_shown(self._pasted.field, start == "pasted")

    async def _start(self) -> None:
        try:
            session = await self._session()
        except OutflankError as error:
            set_text(self._problem, str(error))
            return
        self._dialog.close()
        self._on_start(session)

    async def _session(self) -> Session:
        black, white = (
            self._players[colour].checked_spec(BOOKS[self._book.value]) for colour in (BLACK, WHITE)
        )
        game = await self._game()
        moves = sum(not node.is_pass for node in game.root.main_line())
        game.tags.update(black=black, white=white)
        return Session(
            game,
            black=black,
            white=white,
            time_control=self._time_control(),
            opening_moves=moves,
        )

    def _time_control(self) -> TimeControl:
        match self._clock.value:
            case "move":
                return TimeControl(move_seconds=self._seconds.number(60 * MOST_MINUTES))
            case "game":
                return TimeControl(
                    move_seconds=None,
                    game_seconds=60 * self._minutes.number(MOST_MINUTES),
                    increment_seconds=self._increment.number(60 * MOST_MINUTES),
                )
        return UNLIMITED

    async def _game(self) -> Game:
        match self._from.value:
            case "drawn":
                return drawn_opening()
            case "named":
                opening = next(
                    opening for opening in named_openings() if opening.moves == self._opening.value
                )
                return opening.game()
            case "current":
                return _playable(self._current().up_to_cursor())
            case "pasted":
                game = await reader().game(self._pasted.value, visitor=self._visit.visitor)
                return _playable(game.up_to_cursor())
        return Game()


def _playable(game: Game) -> Game:
    if game.is_over():
        raise OutflankError("neither side can move in this position; start from another one")
    return game


class _PlayerChoice:
    """A menu of players: human, the opponents of `levels`, or any player by its spec."""

    def __init__(self, visit: Visit, caption: str, value: str) -> None:
        text = self._text = visit.text
        options = {HUMAN: text("human")}
        options |= {opponent.spec: opponent.name(text) for opponent in OPPONENTS}
        options[OTHER] = text("other_player")
        with ui.element("div").classes("of-field"):
            self._choice = Choice(caption, options, value, lambda _: self._show())
            self._sentence = ui.html("", sanitize=False, tag="small")
            known = ", ".join(kind.name for kind in web_kinds())
            self._spec = Field(text("spec"), "mcts:time=1", longest=300, props="spellcheck=false")
            self._known = known
        self._show()

    @property
    def spec(self) -> str:
        """The spec of the chosen player, as typed; it may be invalid."""
        chosen = self._choice.value
        return self._spec.value.strip() if chosen == OTHER else chosen

    def checked_spec(self, book: str) -> str:
        """The spec of the chosen player with the book options `book` added.

        Raises `OutflankError` if a visitor may not use that player.
        """
        if self.spec == HUMAN:
            return HUMAN
        spec = str(web_player(self.spec))
        return str(web_player(changed_spec(spec, book))) if book else spec

    def set(self, spec: str) -> None:
        """Choose the player with this spec in the menu."""
        if spec == HUMAN or opponent_of(spec) is not None:
            self._choice.set(spec)
        else:
            self._choice.set(OTHER)
            self._spec.set(spec)
        self._show()

    def _show(self) -> None:
        chosen = self._choice.value
        opponent = opponent_of(chosen)
        if opponent is not None:
            said = opponent.sentence(self._text)
        elif chosen == OTHER:
            said = self._text("spec_help", known=self._known)
        else:
            said = self._text("human_is")
        set_text(self._sentence, said)
        set_shown(self._spec.field, chosen == OTHER)
