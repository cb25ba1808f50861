"""Models of the requests and responses of the JSON interface to the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from outflank.library.explorer import Exploration, ExplorerFilter
from outflank.library.rows import GameRow
from outflank.library.selection import Selection
from outflank.web.api_models import LONGEST_TEXT, ApiRequest, Move, Text
from outflank.web.languages import LANGUAGES

LONGEST_NAME = 200
MOST_ROWS = 200

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Year = Annotated[int | None, Field(ge=0, le=9999)]
Score = Annotated[int | None, Field(ge=-64, le=64, description="In discs for Black.")]
if TYPE_CHECKING:
    LanguageCode = str  # type checkers take no literal that is computed
else:
    LanguageCode = Annotated[
        Literal[*sorted(LANGUAGES)], Field(description="Language of opening names.")
    ]


class ExploreRequest(ApiRequest):
    """A position and filters; a game must match all filters."""

    position: Text
    player: Annotated[Name, Field(description="Beginning of a player's name, either side.")] = ""
    mover: Annotated[Name, Field(description="Beginning of the name of the player to move.")] = ""
    first_year: Year = None
    last_year: Year = None
    least_rating: Annotated[
        float | None, Field(ge=-5000, le=5000, description="Lowest Elo of both players.")
    ] = None
    folder: Annotated[Name | None, Field(description="A folder, including its subfolders.")] = None
    language: LanguageCode = "en"

    @property
    def only(self) -> ExplorerFilter:
        """The filters of the request, as the library's explorer expects them."""
        return ExplorerFilter(
            player=self.player,
            mover=self.mover,
            first_year=self.first_year,
            last_year=self.last_year,
            least_rating=self.least_rating,
            folder=self.folder,
        )


class SearchRequest(ApiRequest):
    """Words and filters; a game must match all of them."""

    text: Annotated[Name, Field(description="Words in names, notes, tags and comments.")] = ""
    player: Name = ""
    black: Name = ""
    white: Name = ""
    event: Name = ""
    opening: Annotated[Name, Field(description="Part of the opening's name, in any language.")] = ""
    label: Name = ""
    folder: Name | None = None
    first_year: Year = None
    last_year: Year = None
    result: Annotated[
        Literal["black", "white", "draw", "none"] | None, Field(description="Who won.")
    ] = None
    least_score: Score = None
    greatest_score: Score = None
    reviewed: bool | None = None
    position: Annotated[
        str | None,
        Field(max_length=LONGEST_TEXT, description="A position that occurs in the game."),
    ] = None
    same_orientation: Annotated[
        bool, Field(description="Only games that reach the position in the orientation given.")
    ] = False
    order: Literal["date", "oldest", "changed", "score", "id"] = "date"
    limit: Annotated[int, Field(ge=1, le=MOST_ROWS)] = 50
    offset: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    language: LanguageCode = "en"

    def selection(self) -> Selection:
        """The filters of the request as a `Selection`.

        The position, which is still text, is left out.
        """
        return Selection(
            text=self.text,
            player=self.player,
            black=self.black,
            white=self.white,
            event=self.event,
            opening=self.opening,
            label=self.label,
            folder=self.folder,
            first_year=self.first_year,
            last_year=self.last_year,
            outcome=self.result,
            least_score=self.least_score,
            greatest_score=self.greatest_score,
            is_reviewed=self.reviewed,
            same_orientation=self.same_orientation,
        )


class _Answer(BaseModel):
    """Base of all responses: other fields than those declared are an error.

    The fields are those of the `as_dict` method of the result that is returned.
    """

    model_config = ConfigDict(extra="forbid")


class _Totals(_Answer):
    games: int
    black_wins: int
    draws: int
    white_wins: int
    mean_score: Annotated[float | None, Field(description="Discs for Black.")]
    first_year: Annotated[int, Field(description="0 if no year is known.")]
    last_year: int


class ChoosingPlayer(_Answer):
    """A strong player who chose the move, and the number of that player's games with it."""

    name: str
    rating: Annotated[float | None, Field(description="Elo from the games of the library.")]
    games: int


class ExploredMove(_Totals):
    """A move that was played in the position, with the results of the games with this move."""

    move: Move
    same_moves: Annotated[
        list[Move], Field(description="Equivalent moves if the position is symmetric.")
    ]
    strongest: list[ChoosingPlayer]
    score: Annotated[
        float | None, Field(description="Engine score for the side to move, if known.")
    ]
    opening: str | None


class LibraryGame(_Answer):
    """A game of the library."""

    id: int
    black: str
    white: str
    event: str
    date: str
    score: Annotated[int | None, Field(description="Discs for Black; null without a result.")]
    result: str | None
    moves: str
    opening: str | None
    folder: str
    labels: list[str]
    notes: str
    reviewed: bool
    deleted: bool


class ExploreAnswer(_Totals):
    """The moves played in a position and their results.

    Games that reach the position in another orientation or by another order of moves count too.
    """

    opening: str | None
    score: float | None
    ended: Annotated[int, Field(description="Games whose record ends in this position.")]
    moves: list[ExploredMove]
    games_of_strong_players: list[LibraryGame]

    @classmethod
    def of(cls, found: Exploration, language: str) -> ExploreAnswer:
        """Make the response from the explorer's result; `language` is that of opening names."""
        return cls.model_validate(found.as_dict(language))


class SearchAnswer(_Answer):
    """One page of the games that match a search."""

    count: Annotated[int, Field(description="Number of all games found.")]
    games: list[LibraryGame]

    @classmethod
    def of(cls, rows: tuple[GameRow, ...], count: int, language: str) -> SearchAnswer:
        """Make the response from one page of found games.

        `count` is the number of games on all pages; `language` is that of opening names.
        """
        games = [row.as_dict(language) for row in rows]
        return cls.model_validate({"count": count, "games": games})
