"""`outflank show`: draw a position in the terminal, or print it as SVG."""

from __future__ import annotations

from typing import Annotated

import typer

from outflank.cli.options import JsonOption, PositionArgument


def show(
    position: PositionArgument = "start",
    svg: Annotated[bool, typer.Option("--svg", help="Print the board as SVG.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a position, or the final position of a game."""
    from outflank.cli.output import console, print_json
    from outflank.formats import read
    from outflank.formats.boards import format_board
    from outflank.library.opening_names import opening_name
    from outflank.rules.squares import square_name

    reading = read(position)
    game = reading.games[0]
    game.go_to(reading.node)
    if svg:
        print(game._repr_svg_())
    elif as_json:
        print_json(
            {
                "format": reading.format,
                "games": len(reading.games),
                "position": format_board(game.position, game.to_move),
                "to_move": game.to_move.value,
                "black": game.current.black.bit_count(),
                "white": game.current.white.bit_count(),
                "legal": [square_name(square) for square in game.position.legal_moves()],
                "result": str(game.result) if game.result else None,
                "opening": opening_name(game),
            }
        )
    else:
        from outflank.cli.board_view import board_view

        out = console()
        out.print(board_view(game, out))
        if len(reading.games) > 1:
            out.print(f"This is the first of {len(reading.games)} games.", style="dim")
