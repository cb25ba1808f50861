"""A wrapper around a player that plays moves from an opening book as long as the book has them."""

from __future__ import annotations

from outflank.engine.analysis import Analysis
from outflank.engine.book.choosing import analysis_from, choose_move
from outflank.engine.book.file import Book
from outflank.players.around import PlayerAround
from outflank.players.player import Clock, Player
from outflank.players.searching import thought_of
from outflank.players.thinking import Thinker, Thought, ThoughtListener
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.chance import Chance


class BookPlayer(PlayerAround):
    """Plays a move of the opening book if the position is in the book, else the wrapped player's
    move.

    A book move may be up to `variety` discs worse than the best; one of these moves is chosen at
    random. `last_result` has the book's move and score, or is None if the wrapped player moved
    last.
    """

    def __init__(
        self, player: Player, book: Book, *, variety: float = 0.0, seed: int | None = None
    ) -> None:
        super().__init__(player)
        self.book = book
        self._variety = variety
        # Independent of the wrapped player's random numbers, which have the same seed.
        self._chance = Chance(seed, "book")
        self.last_result: Analysis | None = None

    def choose(self, game: Game, clock: Clock) -> Square:
        """Choose a book move, or let the wrapped player choose."""
        self.last_result = self._answer(game.position)
        if self.last_result is not None:
            return self.last_result.move
        move = self.player.choose(game, clock)
        self.nodes = self.player.nodes
        return move

    def game_over(self, game: Game) -> None:
        """Change the random numbers for the next game, and tell the wrapped player."""
        self._chance.next_game()
        super().game_over(game)

    def _answer(self, position: Position) -> Analysis | None:
        entry = self.book.find(position)
        if entry is None:
            return None
        move = choose_move(entry, self._variety, self._chance.at(position))
        return analysis_from(self.book, position, first=move)


class ThinkingBookPlayer(BookPlayer):
    """A `BookPlayer` whose wrapped player is a `Thinker`; it is a `Thinker` as well."""

    def __init__(
        self, player: Player, book: Book, *, variety: float = 0.0, seed: int | None = None
    ) -> None:
        super().__init__(player, book, variety=variety, seed=seed)
        assert isinstance(player, Thinker)
        self._thinker: Thinker = player
        self._listener: ThoughtListener | None = None

    def choose(self, game: Game, clock: Clock) -> Square:
        """Choose a book move and report it to the listener, or let the wrapped player choose."""
        move = super().choose(game, clock)
        if self.last_result is not None and self._listener is not None:
            self._listener(thought_of(self.last_result))
        return move

    def listen(self, listener: ThoughtListener | None) -> None:
        """Report book moves, and the thoughts of the wrapped player, to `listener`."""
        self._listener = listener
        self._thinker.listen(listener)

    def stop(self) -> None:
        """Stop the wrapped player's search."""
        self._thinker.stop()

    def set_depth(self, depth: int) -> None:
        """Set the maximum depth of the wrapped player's searches, in plies."""
        self._thinker.set_depth(depth)

    def hints(self, game: Game, clock: Clock, count: int) -> list[Thought]:
        """The `count` best moves of the book if the position is in it,
        else those of the wrapped player.
        """
        found = analysis_from(self.book, game.position, lines=count)
        if found is None:
            return self._thinker.hints(game, clock, count)
        from outflank.players.engine import thoughts_of

        return thoughts_of(found)


def with_book(player: Player, book: Book, *, variety: float, seed: int | None) -> BookPlayer:
    """Wrap `player` with a book; the result is a `Thinker` if `player` is one.

    `variety` is how many discs worse than the best a book move may be.
    """
    kind = ThinkingBookPlayer if isinstance(player, Thinker) else BookPlayer
    return kind(player, book, variety=variety, seed=seed)


def book_of(player: Player) -> Book | None:
    """The book that a player, or a player that it wraps, plays from; None if there is none."""
    while isinstance(player, PlayerAround):
        if isinstance(player, BookPlayer):
            return player.book
        player = player.player
    return None
