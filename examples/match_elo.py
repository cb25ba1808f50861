"""Play a match between two players and estimate the difference of their strength in Elo.

python examples/match_elo.py
python examples/match_elo.py engine:level=4 alphabeta:depth=4 100
"""

import sys

from outflank import MatchResult, play_match, summarise, write_file


def main(first: str = "roxanne", second: str = "greedy", games: str = "20") -> MatchResult:
    """Play `games` games, each opening twice with colours exchanged, and print the figures."""
    match = play_match(first, second, games=int(games), seed=1)
    summary = summarise(match)
    print(f"{match.first} against {match.second}: {summary} at 95 %")
    print(f"Likelihood of superiority: {summary.elo.superiority:.1%}")
    return match


if __name__ == "__main__":
    result = main(*sys.argv[1:])
    write_file("match.ggf", (game.game() for game in result.games))
