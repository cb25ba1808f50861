"""Draw a position as an SVG picture, with the engine's scores on the best moves.

python examples/draw_position.py f5d6c3d3c4 position.svg
"""

import sys
from pathlib import Path

from outflank import Engine, Limit, board_svg, read


def main(text: str = "f5d6c3d3c4", file: str = "position.svg") -> None:
    """Draw the position in `text` to `file`."""
    reading = read(text)
    analysis = Engine().search(reading.position, Limit(depth=8), lines=4)
    scores = {line.move: f"{line.score:+.1f}" for line in analysis.lines}
    picture = board_svg(
        reading.position, to_move=reading.to_move, last_move=reading.node.move, marks=scores
    )
    Path(file).write_text(picture, encoding="utf-8")
    print(f"{reading.to_move} to move: {', '.join(f'{move} {scores[move]}' for move in scores)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
