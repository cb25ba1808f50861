"""Rooms: games that are open on a page, with their computer players, analyses and reviews.

A room is opened with its first page and closed after its last page. Several pages may show the same
room; they are notified of every change and redraw it. Every change of the game is saved. Everything
runs on one event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from outflank.engine.analysis import Analysis
from outflank.engine.book.choosing import OFF
from outflank.engine.review import MoveReview, Review
from outflank.engine.review_settings import ReviewSettings
from outflank.errors import OutflankError
from outflank.library.saving import new_public_id
from outflank.play.session import Session
from outflank.rules.game import Game, Node
from outflank.rules.squares import Square, square_name
from outflank.search.limit import Limit
from outflank.web.desk import Desk
from outflank.web.keeper import Keeper
from outflank.web.visitor_games import VisitorGames

ANALYSIS = Limit(seconds=60.0)
"""Limit of the analysis of the shown position; it ends earlier if the position is solved
exactly."""

EVALUATION_DEPTH = 8
"""Least depth in plies of an analysis whose score is stored with the move."""

ANSWER_SECONDS = 0.6
"""Least seconds before a computer player's move, so that the animation of the previous move can
end."""

MOST_UNSAVED = 500
"""Maximum number of rooms without pages that are kept because saving failed and is retried; about
20 KB each."""

Listener = Callable[[], None]


class Room:
    """An open game: its session, and the running players, analysis and review.

    `visitor` identifies the visitor who made the game. `store` saves games, and `desk` schedules
    searches. `when_saved` is called when a save succeeds that had failed before. `is_saved` says
    that the game is in the library already.
    """

    def __init__(
        self,
        game_id: str,
        session: Session,
        *,
        store: VisitorGames,
        desk: Desk,
        visitor: str,
        when_saved: Callable[[Room], None] = lambda room: None,
        is_saved: bool = False,
        review: Review | None = None,
    ) -> None:
        self.id = game_id
        self.session = session
        self.visitor = visitor
        self.review = review
        self.review_progress: tuple[int, int] | None = None
        self.analysis: Analysis | None = None
        self.answer_seconds = ANSWER_SECONDS
        self._book = OFF
        self.trouble = ""
        self._is_forgotten = False
        self._analysed: Node | None = None
        again, game = self._save_again, session.game
        self._keeper = Keeper(
            store, game_id, visitor, again, game, is_saved=is_saved, review=review
        )
        self._desk = desk
        self._when_saved = when_saved
        self._listeners: list[Listener] = []
        self._player: asyncio.Task[None] | None = None
        self._analyst: asyncio.Task[None] | None = None
        self._reviewer: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    # Listeners

    @property
    def is_empty(self) -> bool:
        """Whether no page shows the room."""
        return not self._listeners

    def enter(self, listener: Listener) -> None:
        """Add a listener, usually a page; it is called at every change from now on."""
        self._listeners.append(listener)
        self.go_on()

    def leave(self, listener: Listener) -> None:
        """Remove a listener; when the last one is removed, stop all searches."""
        with suppress(ValueError):
            self._listeners.remove(listener)
        if self.is_empty:
            self.stop_all()

    def tell(self) -> None:
        """Notify all listeners of a change."""
        for listener in list(self._listeners):
            listener()

    # Changes

    def do(self, change: Callable[[], Any]) -> None:
        """Stop searches, call `change` to change the session, save, notify pages, and resume."""
        self._cancel_player()
        self._cancel_analyst()
        self.trouble = ""
        try:
            change()
        finally:
            self._changed()

    def play(self, square: Square) -> None:
        """Play a person's move at the cursor.

        Raises `OutflankError` if it is not a person's turn.
        """
        if not self.session.may_move():
            raise OutflankError("it is not your turn; wait, or undo a move")
        self.do(lambda: self.session.play(square))

    def _changed(self) -> None:
        self.save()
        self.go_on()
        self.tell()

    def save(self, *, even_empty: bool = False) -> None:
        """Save the game; a new game without changes is saved only with `even_empty`.

        A review is saved with the game once it is complete.
        """
        if not self._is_forgotten:
            review = self.review if self._reviewer is None else None
            self._keeper.save(self.session, review, even_unchanged=even_empty)

    def _save_again(self) -> None:
        self.save(even_empty=True)
        if not self.unsaved_reason:
            self.tell()
            self._when_saved(self)

    @property
    def is_saved(self) -> bool:
        """Whether the game is in the library, even if its latest change could not be saved."""
        return self._keeper.is_saved

    @property
    def unsaved_reason(self) -> str:
        """Why the latest change could not be saved; empty if it was saved."""
        return self._keeper.reason

    def forget(self) -> None:
        """Stop all searches and saves, because the game was deleted."""
        self.stop_all()
        self._is_forgotten = True
        self._keeper.give_up()

    # Players and clock

    def go_on(self) -> None:
        """Start whatever should run now: the computer player to move, the analysis, the clock."""
        if self.is_empty:
            return
        self._set_alarm()
        if self.session.awaits_player and self._player is None:
            self._player = self._start(self._let_player_move())
        if not self.session.is_analysing:
            self._cancel_analyst()
        elif self._analysed is not self.session.game.current:
            self._cancel_analyst()
            if not self.session.game.is_over():
                self._analysed = self.session.game.current
                self._analyst = self._start(self._analyse(self._analysed))

    def stop_all(self) -> None:
        """Stop the computer player, the analysis, the review and the clock."""
        self._cancel_player()
        self._cancel_analyst()
        self._cancel_review()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player is choosing its move."""
        return self._player is not None

    @property
    def place_in_line(self) -> int | None:
        """Number of visitors ahead in the queue; None if no search of the room's visitor waits."""
        return self._desk.place(self.visitor)

    def _start(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(coroutine)

    async def _let_player_move(self) -> None:
        session = self.session
        game = session.game
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            move = await self._desk.choose(
                session.players[game.to_move],
                game.up_to_cursor(),
                visitor=self.visitor,
                clock=session.clock(game.to_move),
                opening_moves=session.opening_moves,
            )
            await asyncio.sleep(max(self.answer_seconds - (loop.time() - started), 0.0))
            self._player = None
            session.play(move)
        except OutflankError as error:
            self._player = None
            session.pause()
            self.trouble = str(error)
        self._changed()

    def _cancel_player(self) -> None:
        if self._player is not None:
            self._player.cancel()
            self._player = None

    def _set_alarm(self) -> None:
        """Set a timer for the moment when the side to move runs out of time."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        left = self.session.seconds_left(self.session.game.to_move)
        if self.session.is_clock_running and left is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(left + 0.02, self._time_is_up)

    def _time_is_up(self) -> None:
        self._alarm = None
        if self.session.check_clock():
            self._cancel_player()
            self._changed()
        else:
            self._set_alarm()

    # Analysis of the position at the cursor

    async def _analyse(self, node: Node) -> None:
        moves = len(node.position.legal_moves())

        def show(analysis: Analysis) -> None:
            self.analysis = analysis
            if analysis.depth >= EVALUATION_DEPTH or analysis.is_exact:
                # A node's evaluation is for the side that moved, the analysis for the next one.
                node.evaluation = -round(analysis.score, 1)
            self.tell()

        try:
            found = await self._desk.search(
                node.position,
                ANALYSIS,
                visitor=self.visitor,
                lines=moves,
                progress=show,
                book=self._book,
            )
            show(found)
            self.save()
        except OutflankError as error:
            self.trouble = str(error)
            self.tell()

    def use_book(self, choice: str) -> None:
        """Use an opening book in analyses from now on.

        `choice` is the argument `book` of `Engine.search`.
        """
        if choice != self._book:
            self._book = choice
            self._cancel_analyst()
            self.go_on()
            self.tell()

    def _cancel_analyst(self) -> None:
        if self._analyst is not None:
            self._analyst.cancel()
            self._analyst = None
        self._analysed = None
        self.analysis = None

    # Review of the whole game

    def start_review(self, settings: ReviewSettings) -> None:
        """Review the main line; does nothing if a review is running.

        The main line can no longer change: moves that are tried become variations. The game is
        saved at once, so that a page that is reloaded finds this room by its address.
        """
        if self._reviewer is None:
            self.session.is_record = True
            self.save(even_empty=True)
            self._reviewer = self._start(self._review(settings))

    def stop_review(self) -> None:
        """Stop the running review and drop its results."""
        self._cancel_review()
        self.tell()

    async def _review(self, settings: ReviewSettings) -> None:
        game = self.session.game
        total = sum(not node.is_pass for node in game.root.main_line())
        done: list[MoveReview] = []

        def show(move: MoveReview) -> None:
            done.append(move)
            self.review = Review(tuple(done), settings)
            self.review_progress = (len(done), total)
            self.tell()

        self.review_progress = (0, total)
        self.tell()
        try:
            self.review = await self._desk.review(
                game, settings, visitor=self.visitor, progress=show
            )
        except OutflankError as error:
            self.trouble = str(error)
        self._reviewer = None
        self.review_progress = None
        self._changed()

    async def review_try(self, mistake: MoveReview, square: Square) -> MoveReview:
        """Review the move at `square`, played instead of `mistake`, with the same settings."""
        assert self.review is not None, "the mistake is from a review"
        game = Game(mistake.position, mistake.colour)
        game.play(square)
        found = await self._desk.review(game, self.review.settings, visitor=self.visitor)
        return found.moves[0]

    def _cancel_review(self) -> None:
        if self._reviewer is not None:
            self._reviewer.cancel()
            self._reviewer = None
            self.review = None
        self.review_progress = None

    def reviewed_moves(self) -> dict[str, MoveReview]:
        """The reviewed moves by path; empty if the review is outdated.

        A path has the moves from the start of the game as text.
        """
        reviewed: dict[str, MoveReview] = {}
        if self.review is not None and self.has_fresh_review():
            path = ""
            for move in self.review.moves:
                path += square_name(move.move)
                reviewed[path] = move
        return reviewed

    def has_fresh_review(self) -> bool:
        """Whether there is a review whose moves are still those of the main line."""
        if self.review is None:
            return False
        moves = [node.move for node in self.session.game.main_line() if not node.is_pass]
        reviewed = [move.move for move in self.review.moves]
        return moves[: len(reviewed)] == reviewed


class Rooms:
    """All open rooms, by the identifier of their game."""

    def __init__(self, store: VisitorGames, desk: Desk) -> None:
        self.store = store
        self._desk = desk
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def create(self, session: Session, visitor: str, review: Review | None = None) -> Room:
        """Open a room for a new game of `visitor`.

        If the game is a copy of a reviewed one, `review` is its review.
        """
        return self._add(new_public_id(), session, visitor, review=review)

    def open(self, game_id: str) -> Room | None:
        """The room of a game, which is loaded from the library if it is not open.

        Returns None if there is no game with this identifier.
        """
        if game_id in self._rooms:
            return self._rooms[game_id]
        saved = self.store.load(game_id)
        if saved is None:
            return None
        return self._add(game_id, saved.session, saved.visitor, is_saved=True, review=saved.review)

    def reopened(self, room: Room) -> Room:
        """The open room of the same game as `room`; if it was closed meanwhile, open `room` again.

        A page connects some time after it was built. In between, the last other page that showed
        the room may have closed.
        """
        return self._rooms.setdefault(room.id, room)

    def _add(
        self,
        game_id: str,
        session: Session,
        visitor: str,
        *,
        is_saved: bool = False,
        review: Review | None = None,
    ) -> Room:
        room = Room(
            game_id,
            session,
            store=self.store,
            desk=self._desk,
            visitor=visitor,
            when_saved=self.close_if_empty,
            is_saved=is_saved,
            review=review,
        )
        self._rooms[game_id] = room
        return room

    def close_if_empty(self, room: Room) -> None:
        """Close a room that no page shows, unless its game still waits to be saved."""
        if room.unsaved_reason and self._count_unsaved() <= MOST_UNSAVED:
            return
        if room.is_empty and self._rooms.get(room.id) is room:
            room.stop_all()
            del self._rooms[room.id]

    def _count_unsaved(self) -> int:
        return sum(room.is_empty and bool(room.unsaved_reason) for room in self._rooms.values())
