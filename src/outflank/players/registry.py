"""The registry of all kinds of players, by name.

An entry has only the import path of the player's factory, which is imported when the player is
made. So listing players imports no factory, and kernels are loaded only for players that need them.
"""

from __future__ import annotations

from outflank.classics.evaluations import EVALUATIONS
from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.players.kind import PlayerKind
from outflank.players.options import Option, did_you_mean, limit_options
from outflank.players.report_kinds import REPORT_PLAYERS

_STRATEGIES = "outflank.players.strategies"
_CLASSICS = "outflank.players.classics"


def _evaluation(default: str | None, help: str = "evaluation of leaves") -> Option:
    return Option("eval", str, default, help, choices=tuple(EVALUATIONS))


def _threads(help: str) -> Option:
    return Option("threads", int, 1, help, minimum=1, maximum=64)


def _equals(default: str) -> Option:
    return Option(
        "equals", str, default, "choice among equally good moves", choices=("first", "random")
    )


def _factor(name: str, help: str) -> Option:
    return Option(name, int, 50, help, minimum=0, maximum=500)


_SYMMETRIC = Option(
    "symmetric", bool, False, "store the eight symmetric images of a position as one"
)

_PLAYERS: tuple[PlayerKind, ...] = (
    PlayerKind(
        name="human",
        help="a person at the terminal",
        factory="outflank.players.human:make_human",
        is_interactive=True,
    ),
    PlayerKind(
        name="random",
        help="any legal move",
        factory=f"{_STRATEGIES}:make_random",
    ),
    PlayerKind(
        name="greedy",
        help="the most discs",
        factory=f"{_STRATEGIES}:make_greedy",
    ),
    PlayerKind(
        name="corner-greedy",
        help="a corner, else the most discs",
        factory=f"{_STRATEGIES}:make_corner_greedy",
    ),
    PlayerKind(
        name="stable-disc",
        help="the most stable discs",
        factory=f"{_STRATEGIES}:make_stable_disc",
    ),
    PlayerKind(
        name="roxanne",
        help="the best square by the Roxanne table",
        factory=f"{_STRATEGIES}:make_roxanne",
    ),
    PlayerKind(
        name="mobility",
        help="leaves the opponent the fewest moves",
        factory=f"{_STRATEGIES}:make_mobility",
    ),
    PlayerKind(
        name="evaporation",
        help="few discs early, many late",
        factory=f"{_STRATEGIES}:make_evaporation",
        options=(
            # Against random 62 % at 16 (the figure of report 000), 52 % at 32, 49 % at 48.
            Option(
                "until",
                int,
                16,
                "discs on the board from which it takes many instead of few",
                minimum=0,
                maximum=64,
            ),
        ),
    ),
    PlayerKind(
        name="parity",
        help="squares in rows and columns with an odd number of empties",
        factory=f"{_STRATEGIES}:make_parity",
    ),
    PlayerKind(
        name="plain",
        help="principal variation search in pure Python, without kernels",
        factory="outflank.players.plain:make_plain",
        options=limit_options(time=1.0),
    ),
    PlayerKind(
        name="minimax",
        help="minimax with a transposition table",
        factory=f"{_CLASSICS}:make_minimax",
        options=(
            *limit_options(depth=4),
            _evaluation("full"),
            Option("memory", bool, True, "use a transposition table"),
            _SYMMETRIC,
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="simple",
        help="plain alpha-beta on the weight table, the simple AI of report 000",
        factory=f"{_CLASSICS}:make_simple",
        options=(
            *limit_options(depth=6),
            Option("pruning", bool, True, "cut branches that cannot matter"),
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="alphabeta",
        help="alpha-beta with the switches of report 000",
        factory=f"{_CLASSICS}:make_alphabeta",
        options=(
            *limit_options(depth=6),
            _evaluation("full"),
            Option("pruning", bool, True, "cut branches that cannot matter"),
            Option("history", bool, True, "order moves by a history table"),
            Option("corners", bool, True, "take a corner at once, without a search"),
            Option(
                "avoid",
                str,
                "off",
                "squares beside corners: mildly: dropped at the root, strictly: worst value",
                choices=("off", "mildly", "strictly"),
            ),
            Option("width", int, 64, "maximum moves searched per position", minimum=1, maximum=64),
            _threads("threads that search root moves in parallel"),
            Option("weights", bool, True, "use the weight table in eval=full"),
            Option("mobility", bool, True, "use mobility in eval=full"),
            _factor("mobility_factor", "points per move more than the opponent, in eval=full"),
            Option(
                "stability",
                str,
                "report",
                "edge stability in eval=full: as in report 000, only stable discs, or none",
                choices=("report", "anchored", "off"),
            ),
            _factor("stability_factor", "points per stable edge disc in eval=full"),
            Option(
                "evaporation",
                str,
                "on",
                "below 16 discs only mobility counts in eval=full; random: a random move that is "
                "not beside a corner",
                choices=("on", "off", "random"),
            ),
            _equals("first"),
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="pvs",
        help="principal variation search with iterative deepening",
        factory=f"{_CLASSICS}:make_pvs",
        options=(*limit_options(time=1.0), _evaluation("phased")),
        is_compiled=True,
    ),
    PlayerKind(
        name="mtdf",
        help="MTD(f): zero-window searches around a guess, with a transposition table",
        factory=f"{_CLASSICS}:make_mtdf",
        options=(
            *limit_options(time=1.0),
            _evaluation("corners"),
            Option("zero_windows", bool, True, "off: plain alpha-beta with memory"),
            _SYMMETRIC,
            _equals("random"),
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="mcts",
        help="Monte-Carlo tree search",
        factory=f"{_CLASSICS}:make_mcts",
        options=(
            *(option for option in limit_options(time=1.0) if option.name != "depth"),
            Option(
                "rollout",
                str,
                "roxanne",
                "move choice in playouts",
                choices=("random", "roxanne"),
            ),
            Option(
                "exploration", float, 0.5, "weight of the exploration bonus", minimum=0, maximum=10
            ),
            _threads("threads that run playouts in parallel"),
            Option("share_tree", bool, True, "one tree for all threads; off: one per thread"),
            Option("keep_tree", bool, True, "reuse the tree for the next move"),
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="engine",
        help="the engine: pattern evaluation, selective search and solver",
        factory="outflank.players.engine:make_engine",
        options=(
            Option("level", int, None, "strength level: see docs/engine.md", minimum=1, maximum=60),
            *limit_options(),
            Option(
                "confidence",
                str,
                None,
                "selectivity with depth=, in per cent",
                choices=("73", "87", "95", "98", "99", "100"),
            ),
            _threads("search threads"),
            Option("table_mb", int, 32, "transposition table in MB", minimum=1, maximum=65536),
            Option("weights", str, None, "weights file; default: the shipped one"),
            _evaluation(None, "evaluation instead of patterns, searched at 100 % confidence"),
            Option("eval_file", str, None, "your own evaluation function: FILE.py:NAME"),
            Option("ponder", bool, False, "search on the opponent's time"),
            Option(
                "human",
                str,
                None,
                "imitate people. beginner: takes discs and edges without looking ahead; club: weak "
                "tournament players; expert: the strongest tournament players",
                choices=("beginner", "club", "expert"),
            ),
            Option("people", str, None, "people file for human=; default: the shipped one"),
        ),
        is_compiled=True,
        takes_engine=True,
    ),
    PlayerKind(
        name="network",
        help="principal variation search on a neural network or linear patterns",
        factory="outflank.players.network:make_network",
        options=(
            Option("weights", str, None, "network or weights file; default: the shipped network"),
            *limit_options(time=1.0),
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="neat",
        help="alpha-beta on an evaluation evolved by NEAT",
        factory="outflank.players.neat:make_neat",
        options=(
            Option("file", str, None, "genome of outflank train neat; default: the shipped one"),
            *limit_options(depth=4),
        ),
        is_compiled=True,
    ),
    *REPORT_PLAYERS,
    PlayerKind(
        name="python",
        help="your own player: python:FILE.py:NAME, a class or function that returns a Player",
        factory="outflank.players.own:make_own",
        takes_argument=True,
    ),
    PlayerKind(
        name="gtp",
        help="external program that speaks GTP: gtp:COMMAND",
        factory="outflank.players.external:make_gtp",
        takes_argument=True,
    ),
    PlayerKind(
        name="nboard",
        help="external program that speaks NBoard: nboard:COMMAND or nboard:depth=N COMMAND",
        factory="outflank.players.external:make_nboard",
        takes_argument=True,
    ),
)


def all_players() -> tuple[PlayerKind, ...]:
    """The registry entries of all kinds of players, in the order in which they are shown."""
    return _PLAYERS


def find_kind(name: str) -> PlayerKind:
    """The registry entry called `name`; raises `OutflankError` if there is none."""
    known = {kind.name: kind for kind in _PLAYERS}
    if name not in known:
        raise OutflankError(
            f"there is no player {excerpt(name)}{did_you_mean(name, known)}"
            f" Players: {', '.join(known)}"
        )
    return known[name]
