"""Pictures of boards: well-formed SVG that shows each thing once and in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from outflank.rules.game import BLACK, WHITE, Colour, Game
from outflank.rules.position import Position
from outflank.rules.squares import (
    A1,
    A8,
    C4,
    D3,
    D4,
    D6,
    E4,
    E6,
    F5,
    FULL,
    H1,
    H8,
    PASS,
    SQUARES,
    Square,
    squares_of,
)
from outflank.rules.svg import BOARD, CELL, CLASSIC, MARGIN, Theme, board_svg
from tests.positions import custom_positions, random_play_positions

POSITIONS = [
    Position(*pair)
    for pair in (
        *list(random_play_positions(seed=50, games=1))[::4],
        *custom_positions(seed=51, count=60),
    )
]
SVG = "{http://www.w3.org/2000/svg}"


class Picture:
    """What a reader finds in an SVG board, by square where it has one."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.board = self.root.find(f"{SVG}g[@transform]")
        assert self.board is not None
        shift = self.board.get("transform", "")
        self.origin = [float(x) for x in shift.removeprefix("translate(")[:-1].split()]

    def of(self, tag: str) -> Iterator[ElementTree.Element]:
        assert self.board is not None
        return self.board.iter(SVG + tag)

    def discs(self, colour: str) -> list[Square]:
        return sorted(
            at(each, "cx", "cy")
            for each in self.of("circle")
            if each.get("fill", "").startswith("url(") and colour in each.get("fill", "")
        )

    def rings(self) -> dict[Square, ElementTree.Element]:
        rings = [each for each in self.of("circle") if each.get("fill") == "none"]
        found = {at(each, "cx", "cy"): each for each in rings}
        assert len(found) == len(rings)
        return found

    def dots(self, colour: str = CLASSIC.highlight) -> list[Square]:
        return [at(each, "cx", "cy") for each in self.of("circle") if each.get("fill") == colour]

    def marks(self) -> dict[Square, str]:
        return {at(each, "x", "y"): each.text or "" for each in self.of("text")}

    def mark_colours(self) -> dict[Square, str]:
        return {at(each, "x", "y"): each.get("fill", "") for each in self.of("text")}

    def arrows(self) -> list[tuple[Square, Square]]:
        lines = [each for each in self.of("line") if each.get("marker-end")]
        return [(at(each, "x1", "y1"), at(each, "x2", "y2")) for each in lines]

    def labels(self) -> list[ElementTree.Element]:
        assert self.board is not None
        inside = set(self.board.iter())
        return [each for each in self.root.iter(SVG + "text") if each not in inside]


def at(element: ElementTree.Element, x: str, y: str) -> Square:
    """The square that a point of `element` lies on."""
    column, row = (float(element.get(name, "nan")) / CELL for name in (x, y))
    assert 0 <= column < 8
    assert 0 <= row < 8
    return 8 * int(row) + int(column)


@pytest.mark.parametrize("to_move", Colour)
def test_every_disc_is_drawn_once_in_its_colour(to_move: Colour) -> None:
    for position in POSITIONS:
        picture = Picture(board_svg(position, to_move=to_move))
        black, white = position.player, position.opponent
        if to_move is WHITE:
            black, white = white, black
        assert picture.discs("black") == list(squares_of(black))
        assert picture.discs("white") == list(squares_of(white))


def test_discs_and_rings_stand_in_the_middle_of_their_squares() -> None:
    picture = Picture(board_svg(Position.start()))
    circles = [each for each in picture.of("circle") if each.get("fill", "").startswith("url(")]
    for circle in (*circles, *picture.rings().values()):
        for name in ("cx", "cy"):
            assert float(circle.get(name, "nan")) % CELL == CELL / 2
        assert float(circle.get("r", "nan")) < CELL / 2


@pytest.mark.parametrize("to_move", Colour)
def test_legal_squares_have_a_ring_in_the_colour_to_move(to_move: Colour) -> None:
    for position in POSITIONS:
        rings = Picture(board_svg(position, to_move=to_move)).rings()
        assert sorted(rings) == list(squares_of(position.legal_mask))
        colour = CLASSIC.black if to_move is BLACK else CLASSIC.white
        assert all(ring.get("stroke") == colour for ring in rings.values())


def test_rings_carry_the_name_of_their_square() -> None:
    rings = Picture(board_svg(Position.start())).rings()
    titles = {square: ring.findtext(f"{SVG}title") for square, ring in rings.items()}
    assert titles == {D3: "d3", C4: "c4", F5: "f5", E6: "e6"}


def test_rings_can_be_left_out() -> None:
    picture = Picture(board_svg(Position.start(), legal=False))
    assert picture.rings() == {}
    assert len(picture.discs("black")) == len(picture.discs("white")) == 2


def test_marks_stand_on_their_squares_and_replace_the_ring() -> None:
    marks = {F5: "+2", D3: "A", E4: "1", D4: "2", A1: "x"}
    picture = Picture(board_svg(Position.start(), marks=marks))
    assert picture.marks() == marks
    assert sorted(picture.rings()) == [C4, E6]


def test_a_mark_can_be_read_on_discs_of_either_colour() -> None:
    marks = {E4: "on black", D4: "on white", A1: "on green"}
    colours = Picture(board_svg(Position.start(), marks=marks)).mark_colours()
    assert colours == {E4: "#ffffff", D4: CLASSIC.black, A1: "#ffffff"}
    swapped = Picture(board_svg(Position.start(), marks=marks, to_move=WHITE)).mark_colours()
    assert swapped == {E4: CLASSIC.black, D4: "#ffffff", A1: "#ffffff"}


@pytest.mark.parametrize("text", ["<b>", "a & b", '"quoted"', "it's", "]]>", "</text><script/>"])
def test_text_is_escaped(text: str) -> None:
    picture = Picture(board_svg(Position.start(), marks={F5: text}))
    assert picture.marks() == {F5: text}
    assert not list(picture.of("script"))


def test_arrows_point_from_square_to_square() -> None:
    arrows = [(F5, D6), (A1, H8), (H1, A8), (D3, C4), (A8, A1), (E6, E6)]
    picture = Picture(board_svg(Position.start(), arrows=arrows))
    assert picture.arrows() == arrows
    assert Picture(board_svg(Position.start())).arrows() == []


def test_the_head_of_every_arrow_is_defined() -> None:
    svg = board_svg(Position.start(), arrows=[(F5, D6)], theme=Theme(arrow="#123456"))
    picture = Picture(svg)
    (line,) = picture.of("line")
    assert line.get("stroke") == "#123456"
    assert {each.get("id") for each in picture.root.iter()} >= references(picture)
    (head,) = picture.root.iter(f"{SVG}marker")
    assert [each.get("fill") for each in head] == ["#123456"]


def references(picture: Picture) -> set[str]:
    """The ids that the picture refers to as ``url(#id)``."""
    values = [value for each in picture.root.iter() for value in each.attrib.values()]
    return {value[5:-1] for value in values if value.startswith("url(#")}


def test_everything_referred_to_is_defined_once() -> None:
    for position in POSITIONS[::10]:
        picture = Picture(board_svg(position, arrows=[(A1, H8)]))
        ids = Counter(each.get("id") for each in picture.root.iter() if each.get("id"))
        assert references(picture) <= set(ids)
        assert set(ids.values()) == {1}


@pytest.mark.parametrize("square", SQUARES)
def test_the_last_move_has_a_dot(square: Square) -> None:
    assert Picture(board_svg(Position(FULL, 0), last_move=square)).dots() == [square]


@pytest.mark.parametrize("last_move", [None, PASS])
def test_without_a_last_move_there_is_no_dot(last_move: Square | None) -> None:
    assert Picture(board_svg(Position.start(), last_move=last_move)).dots() == []


def test_coordinates_name_columns_and_rows_on_all_four_sides() -> None:
    picture = Picture(board_svg(Position.start()))
    assert picture.origin == [MARGIN, MARGIN]
    labels = picture.labels()
    assert Counter(label.text for label in labels) == dict.fromkeys("abcdefgh12345678", 2)
    for label in labels:
        x, y = (float(label.get(name, "nan")) for name in ("x", "y"))
        text = label.text or ""
        if text in "abcdefgh":
            along, across, index = x, y, "abcdefgh".index(text)
        else:
            along, across, index = y, x, "12345678".index(text)
        assert along == MARGIN + (index + 0.5) * CELL
        assert across in (MARGIN / 2, MARGIN + BOARD + MARGIN / 2)


def test_without_coordinates_the_board_fills_the_picture() -> None:
    picture = Picture(board_svg(Position.start(), coordinates=False))
    assert picture.origin == [0, 0]
    assert picture.labels() == []
    assert picture.root.get("viewBox") == f"0 0 {BOARD} {BOARD}"
    framed = Picture(board_svg(Position.start()))
    assert framed.root.get("viewBox") == f"0 0 {BOARD + 2 * MARGIN} {BOARD + 2 * MARGIN}"


def test_the_size_is_in_pixels() -> None:
    root = Picture(board_svg(Position.start(), size=123)).root
    assert (root.get("width"), root.get("height")) == ("123", "123")


@pytest.mark.parametrize("to_move", Colour)
def test_screen_readers_hear_the_counts_and_the_side_to_move(to_move: Colour) -> None:
    position = Position.start().play(F5)
    root = Picture(board_svg(position, to_move=to_move)).root
    black, white = (1, 4) if to_move is BLACK else (4, 1)
    assert root.get("role") == "img"
    assert root.get("aria-label") == (
        f"Othello board, {black} black and {white} white discs, {to_move} to move"
    )


def test_a_theme_colours_every_part() -> None:
    names = [
        "frame",
        "frame_text",
        "board",
        "grid",
        "black",
        "black_shine",
        "white",
        "white_shade",
        "highlight",
        "arrow",
    ]
    theme = Theme(**{name: f"#{number:06x}" for number, name in enumerate(names, start=1)})
    svg = "".join(
        board_svg(
            Position.start(),
            theme=theme,
            to_move=to_move,
            last_move=F5,
            arrows=[(F5, D6)],
            marks={D4: "7"},
        )
        for to_move in Colour
    )
    assert all(getattr(theme, name) in svg for name in names)
    assert not any(getattr(CLASSIC, name) in svg for name in names)


# What Jupyter shows


def test_a_position_shows_the_player_to_move_in_black() -> None:
    for position in POSITIONS[::10]:
        assert position._repr_svg_() == board_svg(position, to_move=BLACK)


def test_a_game_brings_its_colours_and_its_last_move() -> None:
    game = Game.from_moves("f5d6c3")
    game.undo()
    drawn = board_svg(game.position, to_move=BLACK, last_move=D6)
    assert board_svg(game) == game._repr_svg_() == drawn
    assert board_svg(game, last_move=F5) == board_svg(game.position, to_move=BLACK, last_move=F5)
    game.undo()
    assert board_svg(game) == board_svg(game.position, to_move=WHITE, last_move=F5)


def test_a_game_shows_the_board_at_the_cursor_and_the_last_move() -> None:
    game = Game()
    assert Picture(game._repr_svg_()).dots() == []
    assert sorted(Picture(game._repr_svg_()).rings()) == [D3, C4, F5, E6]
    game.play(F5)
    picture = Picture(game._repr_svg_())
    assert picture.dots() == [F5]
    assert picture.discs("black") == list(squares_of(game.current.black))
    assert picture.discs("white") == list(squares_of(game.current.white))
    assert len(picture.discs("black")) == 4
    assert "White to move" in picture.root.get("aria-label", "")
    game.play(D6)
    assert Picture(game._repr_svg_()).dots() == [D6]
    game.undo()
    assert Picture(game._repr_svg_()).dots() == [F5]
