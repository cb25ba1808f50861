"""Review every game of a file and write the games with evaluations and comments on mistakes.

python examples/annotate_games.py games.ggf annotated.sgf
"""

import sys

from outflank import BLACK, WHITE, read, review, write_file


def main(source: str, target: str, settings: str = "quick") -> None:
    """Review the games in the file `source`, in any format, and write them to `target`.

    `settings` are quick, standard or deep.
    """
    games = read(source).games
    for number, game in enumerate(games, 1):
        found = review(game, settings)
        found.annotate(game)
        accuracies = (
            f"{game.tags.get(colour.value, colour)} {found.side(colour).accuracy_percent:.0f} %"
            for colour in (BLACK, WHITE)
        )
        print(f"game {number}: {', '.join(accuracies)}")
    write_file(target, games)


if __name__ == "__main__":
    main(*sys.argv[1:])
