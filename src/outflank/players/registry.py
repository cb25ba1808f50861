"""Every player there is, by name.

A player is registered with the path of its factory, which is imported when the player is made: the
list of players costs nothing to show, and what is compiled is loaded only for those who need it.
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


def _evaluation(default: str | None, help: str = "what a leaf is worth") -> Option:
    return Option("eval", str, default, help, choices=tuple(EVALUATIONS))


def _threads(help: str) -> Option:
    return Option("threads", int, 1, help, minimum=1, maximum=64)


def _equals(default: str) -> Option:
    return Option(
        "equals", str, default, "which of equally good moves is played", choices=("first", "random")
    )


def _factor(name: str, help: str) -> Option:
    return Option(name, int, 50, help, minimum=0, maximum=500)


_SYMMETRIC = Option("symmetric", bool, False, "remember the eight images of a position as one")

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
        help="the most discs that never turn again",
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
                "discs on the board from which it takes many",
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
        help="principal variation search in plain Python, ready at once where no kernels are",
        factory="outflank.players.plain:make_plain",
        options=limit_options(time=1.0),
    ),
    PlayerKind(
        name="minimax",
        help="looks at everything, remembers what it saw",
        factory=f"{_CLASSICS}:make_minimax",
        options=(
            *limit_options(depth=4),
            _evaluation("full"),
            Option("memory", bool, True, "keep a memory of computed positions"),
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
            Option("history", bool, True, "try moves first that did well before"),
            Option("corners", bool, True, "take a corner at once, without a search"),
            Option(
                "avoid",
                str,
                "off",
                "the squares beside corners: dropped at the root, or worst of all",
                choices=("off", "mildly", "strictly"),
            ),
            Option("width", int, 64, "most moves looked at in a position", minimum=1, maximum=64),
            _threads("root moves side by side"),
            Option("weights", bool, True, "weight table in eval=full"),
            Option("mobility", bool, True, "mobility in eval=full"),
            _factor("mobility_factor", "points of a move more than the opponent has, in eval=full"),
            Option(
                "stability",
                str,
                "report",
                "edge stability in eval=full: as report 000 counts it, only discs that cannot "
                "turn, or none",
                choices=("report", "anchored", "off"),
            ),
            _factor("stability_factor", "points of a stable edge disc in eval=full"),
            Option(
                "evaporation",
                str,
                "on",
                "before 16 discs mobility alone counts in eval=full; random: a random move that "
                "is not beside a corner",
                choices=("on", "off", "random"),
            ),
            _equals("first"),
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="pvs",
        help="principal variation search, deepening while there is time",
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
                "how playouts choose their moves",
                choices=("random", "roxanne"),
            ),
            Option(
                "exploration", float, 0.5, "weight of the exploration bonus", minimum=0, maximum=10
            ),
            _threads("playouts side by side"),
            Option("share_tree", bool, True, "threads grow one tree; off: one each"),
            Option("keep_tree", bool, True, "keep what the next move can use"),
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="engine",
        help="the engine: pattern evaluation, selective search and solver",
        factory="outflank.players.engine:make_engine",
        options=(
            Option("level", int, None, "1 to 60, as in other programs", minimum=1, maximum=60),
            *limit_options(),
            Option(
                "confidence",
                str,
                None,
                "of a search to a depth, in per cent",
                choices=("73", "87", "95", "98", "99", "100"),
            ),
            _threads("that search together"),
            Option("table_mb", int, 32, "megabytes of its table", minimum=1, maximum=65536),
            Option("weights", str, None, "a weights file; else the shipped ones"),
            _evaluation(None, "instead of patterns, searched at 100 % confidence"),
            Option("eval_file", str, None, "your own evaluation: FILE.py:NAME, a function"),
            Option("ponder", bool, False, "think on the opponent's time"),
            Option(
                "human",
                str,
                None,
                "chooses and errs as people do. beginner: takes discs and edges, blind to what "
                "comes next; club: like weak tournament players; expert: like the strongest ones",
                choices=("beginner", "club", "expert"),
            ),
            Option("people", str, None, "with human=: a people file; else the shipped one"),
        ),
        is_compiled=True,
        takes_engine=True,
    ),
    PlayerKind(
        name="network",
        help="principal variation search on a neural network, or on linear patterns to compare",
        factory="outflank.players.network:make_network",
        options=(
            Option("weights", str, None, "a network file or a weights file; else the shipped one"),
            *limit_options(time=1.0),
        ),
        is_compiled=True,
    ),
    PlayerKind(
        name="neat",
        help="alpha-beta on an evaluation that evolved by NEAT",
        factory="outflank.players.neat:make_neat",
        options=(
            Option("file", str, None, "a genome from outflank train neat; else the shipped one"),
            *limit_options(depth=4),
        ),
        is_compiled=True,
    ),
    *REPORT_PLAYERS,
    PlayerKind(
        name="python",
        help="your own: python:FILE.py:NAME, a class or function that gives a Player",
        factory="outflank.players.own:make_own",
        takes_argument=True,
    ),
    PlayerKind(
        name="gtp",
        help="another program that speaks GTP: gtp:COMMAND",
        factory="outflank.players.external:make_gtp",
        takes_argument=True,
    ),
    PlayerKind(
        name="nboard",
        help="another program that speaks NBoard: nboard:COMMAND or nboard:depth=N COMMAND",
        factory="outflank.players.external:make_nboard",
        takes_argument=True,
    ),
)


def all_players() -> tuple[PlayerKind, ...]:
    """Every player, in the order of the list that people see."""
    return _PLAYERS


def find_kind(name: str) -> PlayerKind:
    """The player called `name`."""
    known = {kind.name: kind for kind in _PLAYERS}
    if name not in known:
        raise OutflankError(
            f"there is no player {excerpt(name)}{did_you_mean(name, known)}"
            f" Players: {', '.join(known)}"
        )
    return known[name]
