"""Books as text and JSON, and a reader for all book formats.

In the text format, a line is a board, on which ``X`` is the side to move, followed by its moves.
Each move has its score in discs, its depth in plies and its confidence in per cent; ``>`` says that
the position after the move is also in the book::

    ---------------------------OX------XO--------------------------- X; d3:+0.13/20/73>;
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outflank.bounded import MEGABYTE
from outflank.engine.book import edax
from outflank.engine.book import file as book_files
from outflank.engine.book.canonical import position_of_key
from outflank.engine.book.entry import UNIT
from outflank.engine.book.graph import BookGraph, GraphPosition
from outflank.errors import FormatError, OutflankError
from outflank.files import read_bytes, write_json, write_text
from outflank.formats.boards import format_board, parse_board
from outflank.rules.game import BLACK
from outflank.rules.squares import parse_square, square_name
from outflank.search.limit import CONFIDENCES

MOST_BYTES = 512 * MEGABYTE
MOST_SCORE = 64
MOST_DEPTH = 64


def read_book(path: Path) -> BookGraph:
    """Read a book file of any format: Outflank's own, Edax's, text or JSON."""
    head = _head(path)
    if head.startswith(book_files.MAGIC):
        return book_files.load(path).graph()
    data = read_bytes(path, MOST_BYTES)
    if head.startswith(edax.MAGIC):
        return edax.read_edax(data, str(path))
    try:
        text = data.decode()
        return from_json(text) if text.lstrip().startswith("{") else from_text(text)
    except UnicodeDecodeError:
        raise FormatError("neither a book nor text; give a book of Outflank or Edax") from None
    except FormatError as error:
        raise error.located(source=str(path)) from None


def _head(path: Path) -> bytes:
    if not path.is_file():
        raise FormatError(f"no such file: {path}")
    with path.open("rb") as file:
        return file.read(len(book_files.MAGIC))


# Text


def to_text(graph: BookGraph) -> str:
    """The book as text, one line per position, those with the most empty squares first.

    Requires a graph with current scores (`BookGraph.negamax`).
    """
    return "".join(f"{_line(graph, position)}\n" for position in _in_order(graph))


def _in_order(graph: BookGraph) -> Iterator[GraphPosition]:
    yield from sorted(graph.positions.values(), key=lambda found: (-found.empties, found.key))


def _line(graph: BookGraph, position: GraphPosition) -> str:
    moves = [
        f"{square_name(move.square)}:{move.value / UNIT:+.2f}/{move.depth}"
        f"/{CONFIDENCES[move.selectivity]}{'>' if graph.is_linked(move) else ''};"
        for move in position.moves
    ]
    return " ".join([f"{_board(position)};", *moves])


def _board(position: GraphPosition) -> str:
    return format_board(position_of_key(position.key), BLACK)


def from_text(text: str) -> BookGraph:
    """Read the text that `to_text` writes; an error message names the line."""
    graph = BookGraph()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("%"):
            continue
        try:
            board, *moves = [part.strip() for part in line.split(";")]
            rows = []
            for move in filter(None, moves):
                square, _, value = move.rstrip(">").partition(":")
                score, depth, confidence = value.split("/")
                rows.append((square, float(score), int(depth), int(confidence)))
            _add(graph, board, rows)
        except (ValueError, OutflankError) as error:
            raise FormatError(_problem(error), place=f"line {number}") from None
    return _finished(graph)


# JSON


def to_dict(graph: BookGraph) -> dict[str, Any]:
    """The whole book as a dictionary for JSON.

    Requires a graph with current scores (`BookGraph.negamax`).
    """
    return {
        "card": graph.card,
        "positions": [
            {
                "board": _board(position),
                "score": position.value / UNIT,
                "depth": position.depth,
                "confidence": CONFIDENCES[position.selectivity],
                "moves": [
                    {
                        "move": square_name(move.square),
                        "score": move.value / UNIT,
                        "depth": move.depth,
                        "confidence": CONFIDENCES[move.selectivity],
                        "linked": graph.is_linked(move),
                    }
                    for move in position.moves
                ],
            }
            for position in _in_order(graph)
        ],
    }


def from_json(text: str) -> BookGraph:
    """Read the JSON text of a dictionary of `to_dict`; an error message names the position."""
    try:
        data = json.loads(text)
        card, positions = dict(data.get("card", {})), list(data["positions"])
    except (ValueError, TypeError, KeyError, RecursionError, AttributeError):
        raise FormatError("not a book in JSON; `outflank book export` writes one") from None
    graph = BookGraph(card=card)
    for number, found in enumerate(positions, 1):
        try:
            rows = [
                (
                    str(move["move"]),
                    float(move["score"]),
                    int(move["depth"]),
                    int(move["confidence"]),
                )
                for move in found["moves"]
            ]
            _add(graph, str(found["board"]), rows)
        except (ValueError, TypeError, KeyError, OutflankError) as error:
            raise FormatError(_problem(error), place=f"position {number}") from None
    return _finished(graph)


def write_book(graph: BookGraph, path: Path) -> None:
    """Write a book; the suffix of `path` decides the format:
    ``.txt``, ``.json``, or else a book file.
    """
    graph.negamax()
    if path.suffix == ".txt":
        write_text(path, to_text(graph))
    elif path.suffix == ".json":
        write_json(path, to_dict(graph))
    else:
        book_files.save(graph, path)


# Parts


def _add(graph: BookGraph, board: str, rows: list[tuple[str, float, int, int]]) -> None:
    """Add a position to `graph`; `board` may have any orientation.

    A row is a move: the name of its square, score in discs, depth and confidence in per cent.
    """
    position, _ = parse_board(board)
    moves = []
    for name, score, depth, confidence in rows:
        square = parse_square(name)
        if not position.flips(square):
            raise OutflankError(f"{name} is not legal there")
        if not (abs(score) <= MOST_SCORE and 0 <= depth <= MOST_DEPTH):
            raise OutflankError(f"{name} has a score or a depth beyond bounds")
        if confidence not in CONFIDENCES:
            raise OutflankError(f"a confidence of {confidence} % is not known")
        moves.append((square, round(score * UNIT), depth, CONFIDENCES.index(confidence)))
    if not moves:
        raise OutflankError("a position without moves")
    graph.add_turned(position, moves)


def _finished(graph: BookGraph) -> BookGraph:
    if not graph.positions:
        raise FormatError("there is no position in this file; give a book")
    graph.negamax()
    return graph


def _problem(error: Exception) -> str:
    text = str(error) if isinstance(error, OutflankError) else "not a position of a book"
    return " ".join(text.split())
