"""Every player there is, by name.

A player is registered with the path of its factory, which is imported when the player is made: the
list of players costs nothing to show, and what is compiled is loaded only for those who need it.
"""

from __future__ import annotations

from dataclasses import dataclass

from outflank.classics.evaluations import EVALUATIONS
from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.players.options import COMMON_OPTIONS, Option, did_you_mean, limit_options


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerKind:
    """One entry of the registry.

    `factory` is ``"module:function"``; the function gets every option of the player and ``seed`` as
    keywords and returns a `Player`. With `takes_argument`, the spec is the name, a colon and one
    text (a command, a file) that the function gets as ``argument`` instead of options: such players
    run what the spec says, so a spec from a stranger must not be one. `is_compiled` players need
    the kernels; `is_interactive` ones need a person at the terminal.
    """

    name: str
    help: str
    factory: str
    options: tuple[Option, ...] = ()
    takes_argument: bool = False
    is_compiled: bool = False
    is_interactive: bool = False

    @property
    def all_options(self) -> tuple[Option, ...]:
        """Its own options, and those that all players share whom a program can make move."""
        if self.takes_argument or self.is_interactive:
            return self.options
        return (*self.options, *COMMON_OPTIONS)

    def option(self, name: str) -> Option:
        """The option called `name`."""
        known = {option.name: option for option in self.all_options}
        if name not in known:
            raise OutflankError(
                f"{self.name} has no option {excerpt(name)}{did_you_mean(name, known)}"
                f" Its options: {', '.join(known)}"
            )
        return known[name]


_STRATEGIES = "outflank.players.strategies"
_CLASSICS = "outflank.players.classics"


def _evaluation(default: str) -> Option:
    return Option("eval", str, default, "what a leaf is worth", choices=tuple(EVALUATIONS))


def _threads(help: str) -> Option:
    return Option("threads", int, 1, help, minimum=1, maximum=64)


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
        help="alpha-beta in plain Python, ready at once where no kernels are",
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
            Option("corners", bool, False, "take a corner at once"),
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
            Option("stability", bool, True, "edge stability in eval=full"),
            Option(
                "evaporation",
                str,
                "on",
                "mobility alone before 16 discs in eval=full",
                choices=("on", "off", "random"),
            ),
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
