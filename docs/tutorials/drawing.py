"""Drawings for the tutorials: game trees as figures, boards side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from outflank import Position, board_svg

MAXIMISER, MINIMISER, SKIPPED = "#1f7a4d", "#b5483a", "#c4c4c4"
"""Green: Max, the side to move at the root. Red: Min, the other side. Grey: never visited."""


@dataclass
class Branch:
    """One node of a tree to draw: the move that leads to it, its value, and its children."""

    move: str = ""
    value: float | None = None
    children: list[Branch] = field(default_factory=list)
    is_best: bool = False
    is_skipped: bool = False


def draw_tree(root: Branch, title: str = "", *, size: tuple[float, float] = (11, 4.5)) -> None:
    """Draw a tree from top to bottom; thick lines lead to the best child of each node."""
    figure, axes = plt.subplots(figsize=size)
    axes.axis("off")
    axes.set_title(title)
    _place(axes, root, 0, [0.0])
    figure.tight_layout()
    plt.show()


def _place(axes: Axes, node: Branch, depth: int, next_leaf: list[float]) -> float:
    """Draw `node` and what is below it; return where it stands from left to right."""
    if node.children:
        places = [_place(axes, child, depth + 1, next_leaf) for child in node.children]
        here = sum(places) / len(places)
    else:
        places, here = [], next_leaf[0]
        next_leaf[0] += 1
    for child, there in zip(node.children, places, strict=True):
        axes.plot(
            [here, there],
            [-depth, -depth - 1],
            color=SKIPPED if child.is_skipped else "#555555",
            linewidth=3 if child.is_best else 1,
            linestyle=":" if child.is_skipped else "-",
            zorder=1,
        )
        middle = (here + 2 * there) / 3, -depth - 2 / 3
        axes.text(*middle, child.move, fontsize=8, ha="center", va="center", zorder=3,
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8})  # fmt: skip
    colour = SKIPPED if node.is_skipped else (MAXIMISER, MINIMISER)[depth % 2]
    axes.scatter([here], [-depth], s=420, color=colour, zorder=2)
    text = "" if node.value is None else f"{node.value:+.0f}"
    axes.text(here, -depth, text, color="white", fontsize=8, ha="center", va="center", zorder=4)
    return here


class Boards:
    """Several boards in one row, with a caption under each."""

    def __init__(self, boards: Sequence[tuple[Position, str]], size: int = 230) -> None:
        self.boards = boards
        self.size = size

    def _repr_svg_(self) -> str:
        width, height = self.size + 14, self.size + 26
        parts = []
        for number, (position, caption) in enumerate(self.boards):
            board = board_svg(position, size=self.size)
            board = board.replace("<svg ", f'<svg x="{number * width}" ', 1)
            middle = number * width + self.size / 2
            parts.append(
                f'{board}<text x="{middle}" y="{self.size + 18}" text-anchor="middle" '
                f'font-family="sans-serif" font-size="14" fill="#777777">{caption}</text>'
            )
        captions = ", ".join(caption for _, caption in self.boards)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * len(self.boards)}" '
            f'height="{height}" role="img" aria-label="Boards: {captions}">{"".join(parts)}</svg>'
        )
