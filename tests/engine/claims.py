"""Every claim about a move, checked by the naive rules of `tests.oracle` and by fresh searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outflank.engine.engine import Engine
from outflank.engine.review import MoveReview
from outflank.engine.solver import Solver
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square, parse_square, square_name
from outflank.search.limit import Limit
from tests import oracle
from tests.oracle import Board, Cell

CORNER_CELLS = [(0, 0), (0, 7), (7, 0), (7, 7)]

CHECK_PLIES = 11
EXACT_EMPTIES = 15
TOLERANCE_DISCS = 3.0
"""By how much such a search may differ from the selective one that a claim is from."""

MARGIN_TOLERANCE_DISCS = 1.0
"""A deeper search may find another answer, but not one that is clearly better."""


def cell_of(name: str) -> Cell:
    square = parse_square(name)
    return square // 8, square % 8


def after(board: Board, name: str) -> Board:
    """The board after a move, as the opponent sees it."""
    return oracle.swapped(oracle.after(board, cell_of(name)))


class Walk:
    """A line on the naive board; boards are seen by the side that begins it."""

    def __init__(self, board: Board, moves: Sequence[Square]) -> None:
        self.boards: list[Board] = []
        self.moves: list[tuple[bool, Cell | None]] = []
        is_own = True
        for move in moves:
            colour = oracle.OWN if is_own else oracle.OTHER
            cell = None if move == PASS else cell_of(square_name(move))
            if cell is None:
                assert not oracle.legal_moves(board, colour)
            else:
                assert cell in oracle.legal_moves(board, colour)
                board = oracle.after(board, cell, colour)
            self.boards.append(board)
            self.moves.append((is_own, cell))
            is_own = not is_own

    def board_after(self, text: str) -> tuple[Board, tuple[bool, Cell | None]]:
        """The board after the first moves that `text` names, and the last of them."""
        names = text.split()
        count = 0
        for board, (is_own, cell) in zip(self.boards, self.moves, strict=True):
            if cell is not None:
                assert cell == cell_of(names[count])
                count += 1
            if count == len(names):
                return board, (is_own, cell)
        raise AssertionError(f"{text} is no beginning of the line")

    def passes_after(self, text: str) -> tuple[bool, int]:
        """Whose pass comes after the moves that `text` names, and its place from 1."""
        left = len(text.split())
        for place, (is_own, cell) in enumerate(self.moves, 1):
            if cell is None and left == 0:
                return is_own, place
            left -= cell is not None
        raise AssertionError(f"there is no pass after {text}")

    def takes(self, corner: Cell, length: int, *, is_own: bool) -> bool:
        return (is_own, corner) in self.moves[:length]

    def last_in(self, region: set[Cell]) -> bool:
        assert not any(self.boards[-1][row][column] == oracle.EMPTY for row, column in region)
        return [is_own for is_own, cell in self.moves if cell in region][-1]

    def mean_moves(self, length: int) -> tuple[str, str]:
        boards = self.boards[: min(length, 8)]
        own = sum(len(oracle.legal_moves(board)) for board in boards) / len(boards)
        other = sum(len(oracle.legal_moves(board, oracle.OTHER)) for board in boards) / len(boards)
        return f"{own:.1f}", f"{other:.1f}"

    def mean_frontier(self, length: int) -> tuple[str, str]:
        boards = self.boards[: min(length, 8)]
        own = sum(len(oracle.frontier(board)) for board in boards) / len(boards)
        other = sum(len(oracle.frontier(oracle.swapped(board))) for board in boards) / len(boards)
        return f"{own:.1f}", f"{other:.1f}"


def forced(board: Board, moves: int) -> bool:
    """Whether the side to move takes a corner with one of its next moves, against any answer."""
    if oracle.is_over(board):
        return False
    legal = oracle.legal_moves(board)
    if any(cell in CORNER_CELLS for cell in legal):
        return True
    if moves == 1:
        return False
    children = [oracle.swapped(oracle.after(board, cell)) for cell in legal]
    return any(cannot_prevent(child, moves - 1) for child in children or [oracle.swapped(board)])


def cannot_prevent(board: Board, moves: int) -> bool:
    if oracle.is_over(board):
        return False
    legal = oracle.legal_moves(board)
    children = [oracle.swapped(oracle.after(board, cell)) for cell in legal]
    return all(forced(child, moves) for child in children or [oracle.swapped(board)])


def region_of(board: Board, name: str) -> set[Cell]:
    seen: set[Cell] = set()
    pending = [cell_of(name)]
    while pending:
        cell = pending.pop()
        if cell not in seen:
            seen.add(cell)
            pending += [
                beside
                for beside in oracle.touching(cell)
                if board[beside[0]][beside[1]] == oracle.EMPTY
            ]
    return seen


def safe_moves(board: Board) -> int:
    children = [oracle.swapped(oracle.after(board, cell)) for cell in oracle.legal_moves(board)]
    return sum(not set(oracle.legal_moves(child)) & set(CORNER_CELLS) for child in children)


def scores_of_answers(position: Position) -> list[tuple[float, str]]:
    """Every answer with its score by a search that cuts hardly anything, best first."""
    is_short = position.empty_count <= EXACT_EMPTIES
    limit = Limit(exact=True) if is_short else Limit(depth=CHECK_PLIES, confidence=99)
    engine = Engine(table_megabytes=16)
    found = engine.search(position, limit, lines=len(position.legal_moves()))
    return [(line.score, str(line.move)) for line in found.lines]


def check_answer(reviewed: MoveReview) -> None:
    """The answer that a claim is about is the best one, or nearly so."""
    position = reviewed.position.play(reviewed.move)
    scores = scores_of_answers(position)
    (score,) = [score for score, name in scores if name == str(reviewed.answer[0])]
    assert score >= scores[0][0] - TOLERANCE_DISCS


def check_margin(reviewed: MoveReview) -> None:
    """The answer is better than any other, or at most a little worse than one."""
    position = reviewed.position.play(reviewed.move)
    scores = scores_of_answers(position)
    (score,) = [score for score, name in scores if name == str(reviewed.answer[0])]
    others = [score for score, name in scores if name != str(reviewed.answer[0])]
    assert score >= max(others) - MARGIN_TOLERANCE_DISCS


def check_proved_line(position: Position, line: Sequence[Square], score: float) -> None:
    """Every move of a line keeps the exact score, and the line ends with the game."""
    solver = Solver(table_megabytes=16)
    for move in line:
        position = position.play(move)
        score = -score
        if not position.is_over():
            assert solver.solve(position).score == score
    assert position.is_over()
    assert position.score() == score


def check_reason(reviewed: MoveReview, said: dict[str, Any]) -> None:
    """One reason against a mistake: every figure, square and line that it names."""
    board = oracle.board_of(reviewed.position.player, reviewed.position.opponent)
    played = Walk(board, (reviewed.move, *reviewed.answer))
    better = Walk(board, reviewed.analysis.principal_variation)
    pair = said.get("count"), said.get("other")
    boards = [after(board, said[name]) for name in ("move", "better")]
    horizon = min(8 if not reviewed.analysis.is_exact else 10, len(played.moves), len(better.moves))
    assert (said["move"], said["better"]) == (str(reviewed.move), str(reviewed.best))
    match said["kind"]:
        case "missed_corner":
            assert cell_of(said["better"]) in CORNER_CELLS
            assert cell_of(said["move"]) not in CORNER_CELLS
        case "gives_corner":
            corner = cell_of(said["corner"])
            assert corner in CORNER_CELLS
            assert [corner in oracle.legal_moves(one) for one in boards] == [True, False]
            scores = scores_of_answers(reviewed.position.play(reviewed.move))
            (score,) = [score for score, name in scores if name == said["corner"]]
            assert score >= scores[0][0] - TOLERANCE_DISCS
        case "forces_corner":
            assert [forced(one, said["count"]) for one in boards] == [True, False]
        case "line_corner" | "x_square":
            corner = cell_of(said["corner"])
            assert played.board_after(said["line"])[1] == (False, corner)
            assert not better.takes(corner, horizon, is_own=False)
            assert corner not in oracle.legal_moves(boards[1])
            if said["kind"] == "x_square":
                assert is_diagonal(said["move"], said["corner"])
        case "missed_line_corner":
            corner = cell_of(said["corner"])
            assert better.board_after(said["line"])[1] == (True, corner)
            assert not played.takes(corner, horizon, is_own=True)
        case "missed_pass":
            assert not oracle.legal_moves(boards[1])
            assert not oracle.is_over(boards[1])
            assert oracle.legal_moves(boards[0])
        case "line_pass":
            is_own, place = played.passes_after(said["line"])
            assert is_own
            assert (True, None) not in better.moves[:horizon]
            assert place <= horizon
        case "missed_line_pass":
            is_own, place = better.passes_after(said["line"])
            assert not is_own
            assert (False, None) not in played.moves[:horizon]
            assert place <= horizon
        case "early_x_square":
            row, column = cell_of(said["corner"])
            assert board[row][column] == oracle.EMPTY
            assert is_diagonal(said["move"], said["corner"])
        case "parity":
            region = region_of(board, said["region"])
            assert len(region) == said["count"]
            assert (played.last_in(region), better.last_in(region)) == (False, True)
        case "takes_square":
            assert str(reviewed.answer[0]) == said["better"]
            check_answer(reviewed)
        case "opens_reply" | "leaves_reply":
            reply = cell_of(said["reply"])
            assert [reply in oracle.legal_moves(one) for one in boards] == [True, False]
            was_possible = reply in oracle.legal_moves(board, oracle.OTHER)
            assert was_possible == (said["kind"] == "leaves_reply")
            check_margin(reviewed)
        case "loses_move":
            assert played.moves[1] == (False, cell_of(said["reply"]))
            assert cell_of(said["better"]) not in oracle.legal_moves(played.boards[1])
            check_answer(reviewed)
        case "refuted":
            assert str(reviewed.answer[0]) == said["reply"]
            check_margin(reviewed)
        case "answered":
            assert str(reviewed.answer[0]) == said["reply"]
            check_answer(reviewed)
        case "safe_moves":
            assert (safe_moves(played.boards[1]), safe_moves(better.boards[1])) == pair
        case "gives_stable" | "missed_stable":
            # The claims are lower bounds: the oracle may know of more.
            for walk, name in ((played, "count"), (better, "other")):
                here = walk.boards[horizon - 1]
                is_own = said["kind"] == "missed_stable"
                stable = oracle.stable_discs(here if is_own else oracle.swapped(here))
                assert len(stable) >= said[name]
        case "replies":
            assert tuple(len(oracle.legal_moves(one)) for one in boards) == pair
        case "own_moves":
            assert tuple(len(oracle.legal_moves(oracle.swapped(one))) for one in boards) == pair
        case "frontier":
            assert played.mean_frontier(horizon) == (said["count"], said["opponents"])
            assert better.mean_frontier(horizon) == (said["other"], said["better_opponents"])
        case "line_moves":
            assert played.mean_moves(horizon) == (said["count"], said["opponents"])
            assert better.mean_moves(horizon) == (said["other"], said["better_opponents"])
        case "line_edge":
            first, last = (cell_of(name) for name in said["edge"].split("–"))
            for walk, name in ((played, "count"), (better, "other")):
                own = oracle.cells_of(walk.boards[-1], oracle.OWN)
                on_edge = [
                    cell
                    for cell in own
                    if first[0] <= cell[0] <= last[0] and first[1] <= cell[1] <= last[1]
                ]
                assert len(on_edge) == said[name]
        case kind:
            raise AssertionError(f"{kind} is checked by no rule here")


def is_diagonal(name: str, corner: str) -> bool:
    (row, column), (corner_row, corner_column) = cell_of(name), cell_of(corner)
    return (abs(row - corner_row), abs(column - corner_column)) == (1, 1)


def check_merit(position: Position, line: Sequence[Square], said: dict[str, Any]) -> None:
    """One merit of the first move of a line."""
    board = oracle.board_of(position.player, position.opponent)
    walk = Walk(board, line)
    theirs = after(board, said["move"])
    assert said["move"] == square_name(line[0])
    match said["kind"]:
        case "takes_corner":
            assert cell_of(said["move"]) in CORNER_CELLS
        case "makes_pass":
            assert not oracle.legal_moves(theirs)
            assert not oracle.is_over(theirs)
        case "gets_corner":
            assert cannot_prevent(theirs, 1)
        case "forces_own_corner":
            assert cannot_prevent(theirs, said["count"])
        case "keeps_corner":
            corner = cell_of(said["corner"])
            assert corner in oracle.legal_moves(board, oracle.OTHER)
            assert not set(oracle.legal_moves(theirs)) & set(CORNER_CELLS)
        case "line_own_corner":
            assert walk.board_after(said["line"])[1] == (True, cell_of(said["corner"]))
            for corner in CORNER_CELLS:
                assert not walk.takes(corner, 10, is_own=False)
        case "makes_line_pass":
            is_own, place = walk.passes_after(said["line"])
            assert not is_own
            assert (True, None) not in walk.moves[:10]
            assert place <= 10
        case "keeps_parity":
            region = region_of(board, said["region"])
            assert len(region) == said["count"]
            assert walk.last_in(region)
        case "few_replies":
            assert len(oracle.legal_moves(theirs)) == said["count"]
        case "quiet":
            before = set(oracle.legal_moves(board, oracle.OTHER))
            assert set(oracle.legal_moves(theirs)) <= before
        case "makes_stable":
            assert len(oracle.stable_discs(oracle.swapped(theirs))) >= said["count"]
        case "avoids_corner":
            others = [cell for cell in oracle.legal_moves(board) if cell != cell_of(said["move"])]
            children = [oracle.swapped(oracle.after(board, cell)) for cell in others]
            giving = [set(oracle.legal_moves(child)) & set(CORNER_CELLS) for child in children]
            assert (sum(map(bool, giving)), len(others)) == (said["count"], said["other"])
            assert not set(oracle.legal_moves(theirs)) & set(CORNER_CELLS)
        case "leaves_moves":
            own = oracle.legal_moves(oracle.swapped(theirs))
            assert (len(oracle.legal_moves(theirs)), len(own)) == (said["count"], said["other"])
        case kind:
            raise AssertionError(f"{kind} is checked by no rule here")
