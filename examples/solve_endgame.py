"""Solve an endgame: the exact score, the best line, and the score of every move.

python examples/solve_endgame.py
python examples/solve_endgame.py "f5d6c3…"
"""

import sys

from outflank import Solver, read

# Problem 40 of the FFO collection: 20 empty squares, Black wins by 38.
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"


def main(text: str = FFO_40) -> None:
    """Print the solution of the position in `text`."""
    position = read(text).position
    print(position)
    solution = Solver().solve(position, all_moves=True)
    line = " ".join(map(str, solution.principal_variation))
    print(f"Best play gives {solution.score:+d}: {line}")
    for move, score in solution.moves:
        print(f"{move} {score:+d}")
    print(f"{solution.nodes:,} positions in {solution.seconds:.2f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
