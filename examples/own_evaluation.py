"""Play the engine with a custom evaluation against a blend of known features.

python examples/own_evaluation.py
"""

import sys

from outflank import CORNERS, X_SQUARES, Engine, SearchPlayer, blend, play_match, summarise


def evaluate(player: int, opponent: int) -> float:
    """Discs for the side to move: corners are good, the squares diagonally beside them are not.

    `player` and `opponent` are bitboards: bit 0 is a1, bit 63 is h8. The engine compiles this
    function, so it may use numbers and loops, but no objects.
    """
    corners = (player & CORNERS).bit_count() - (opponent & CORNERS).bit_count()
    risks = (player & X_SQUARES).bit_count() - (opponent & X_SQUARES).bit_count()
    discs = player.bit_count() - opponent.bit_count()
    return 10 * corners - 4 * risks - discs / 8


def main(games: str = "10", depth: str = "6") -> None:
    """Let both evaluations play, each in the same search to the same depth."""
    mine = SearchPlayer(Engine(evaluation=evaluate), depth=int(depth))
    mine.name = "corners and discs"
    other = SearchPlayer(Engine(evaluation=blend(mobility=2, corners=10)), depth=int(depth))
    other.name = "corners and mobility"
    match = play_match(mine, other, games=int(games), seed=1)
    tally = summarise(match).tally
    print(f"{match.first} against {match.second}: {tally.wins} won, {tally.losses} lost")


if __name__ == "__main__":
    main(*sys.argv[1:])
