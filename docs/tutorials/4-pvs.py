# %% [markdown]
# # 4. Principal variation search and a transposition table
#
# Alpha-beta is as good as the order of its moves. This tutorial adds two ideas that every strong engine has:
#
# 1. **Ask cheap questions.** If the first move is probably the best, we need not know *how* bad the others are.
#    "Is it better than the first?" is a yes-or-no question, and those cut far more.
# 2. **Remember the answers.** Different orders of the same moves lead to the same position. Look it up.
#
# ## The zero window
#
# Call alpha-beta with `beta = alpha + 1`. Between two neighbouring integers there is no room for a value, so
# the answer can only be "at most alpha" or "more than alpha". Every node is then cut as early as it can be. This
# is a **zero-window search** (or null window).
#
# **Principal variation search** (PVS): search the first move with the full window; ask of every other move,
# with a zero window, whether it is better. Usually it is not. If it is, search it again with the full window.

# %%
from outflank import Game, Position

visited = 0


def mobility(position: Position) -> int:
    """Legal moves of the side to move less those of the opponent."""
    return position.legal_mask.bit_count() - position.swapped().legal_mask.bit_count()


def leaf(position: Position, depth: int) -> int | None:
    """The value where the search ends: a finished game or depth 0. Otherwise None."""
    global visited
    visited += 1
    if position.is_over():
        return 1000 * position.score()
    return mobility(position) if depth == 0 else None


def children_of(position: Position) -> list[Position]:
    """The positions after each move, those that leave few replies first."""
    children = [position.play(move) for move in position.legal_moves()]
    return sorted(children, key=lambda child: child.legal_mask.bit_count())


def alphabeta(position: Position, depth: int, alpha: int, beta: int) -> int:
    """As in tutorial 3."""
    value = leaf(position, depth)
    if value is not None:
        return value
    best = -100_000
    for child in children_of(position):
        best = max(best, -alphabeta(child, depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def pvs(position: Position, depth: int, alpha: int, beta: int) -> int:
    """Principal variation search: prove the first move best, doubt all the others."""
    value = leaf(position, depth)
    if value is not None:
        return value
    best = -100_000
    for number, child in enumerate(children_of(position)):
        if number == 0:
            value = -pvs(child, depth - 1, -beta, -alpha)
        else:
            value = -pvs(child, depth - 1, -alpha - 1, -alpha)  # is it better at all?
            if alpha < value < beta:
                value = -pvs(child, depth - 1, -beta, -alpha)  # it is: how good exactly?
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


middle = Game.from_moves("f5d6c3d3c4f4f6f3e6e7").position
for search in (alphabeta, pvs):
    visited = 0
    value = search(middle, 5, -100_000, 100_000)
    print(f"{search.__name__:10} value {value:+d}, {visited:,} nodes")

# %% [markdown]
# The gain is modest here: if the first move is not the best, PVS has to search another move twice. PVS gains
# more with better move ordering. Where could a better order come from? From *having searched before*.
#
# ## Transpositions
#
# How many of the positions that we visit are the same?

# %%
from collections import Counter


def collect(position: Position, depth: int, seen: Counter) -> None:
    """Count every position at the last ply of the full tree."""
    if depth == 0 or position.is_over():
        seen[position] += 1
        return
    for move in position.legal_moves():
        collect(position.play(move), depth - 1, seen)


lines, different = [], []
for depth in range(1, 7):
    seen: Counter = Counter()
    collect(Position.start(), depth, seen)
    lines.append(seen.total())
    different.append(len(seen))
print("lines of play:      ", lines)
print("different positions:", different)

# %% [markdown]
# A `Position` is hashable, so a Python dictionary can be the table. (Engines use a fixed array and a hash of the
# board, and overwrite old entries.) What do we store?
#
# - the **depth** that the value was searched to: a shallow answer does not replace a deep one;
# - the **value**, and whether it is exact or only a **bound**: after a cut-off we know "at least", where no
#   move reached alpha we know "at most";
# - the **best move**, or here the best child: even if the entry is too shallow to be used as an answer, its
#   move is the best one to try first. That is the order we were looking for.

# %%
from dataclasses import dataclass


@dataclass
class Entry:
    """What is known of a position: its value lies between `lower` and `upper`."""

    depth: int
    lower: int
    upper: int
    best: Position


table: dict[Position, Entry] = {}


def pvs_with_table(position: Position, depth: int, alpha: int, beta: int) -> int:
    """PVS that looks up what it has seen, and tries the remembered move first."""
    value = leaf(position, depth)
    if value is not None:
        return value
    entry = table.get(position)
    if entry and entry.depth == depth:
        if entry.lower >= beta or entry.lower == entry.upper:
            return entry.lower
        if entry.upper <= alpha:
            return entry.upper
    children = children_of(position)
    if entry:
        children.sort(key=lambda child: child != entry.best)  # stable: the rest keeps its order
    first_alpha, best, best_child = alpha, -100_000, children[0]
    for number, child in enumerate(children):
        if number == 0:
            value = -pvs_with_table(child, depth - 1, -beta, -alpha)
        else:
            value = -pvs_with_table(child, depth - 1, -alpha - 1, -alpha)
            if alpha < value < beta:
                value = -pvs_with_table(child, depth - 1, -beta, -alpha)
        if value > best:
            best, best_child = value, child
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    lower = best if best > first_alpha else -100_000
    upper = best if best < beta else 100_000
    table[position] = Entry(depth, lower, upper, best_child)
    return best


# %% [markdown]
# ## Iterative deepening
#
# The next technique looks wasteful but is not: search to depth 1, then 2, then 3, … Each search leaves good
# first moves in the table for the next. And if time runs out, the answer of the last depth is available.

# %%
import matplotlib.pyplot as plt

depths = range(1, 7)
counts: dict[str, list[int]] = {"alpha-beta": [], "PVS": [], "PVS, table, deepening (total)": []}
table.clear()
total = 0
for depth in depths:
    values = []
    for name, search in zip(counts, (alphabeta, pvs, pvs_with_table)):
        visited = 0
        values.append(search(middle, depth, -100_000, 100_000))
        total += visited if search is pvs_with_table else 0
        counts[name].append(total if search is pvs_with_table else visited)
    assert len(set(values)) == 1, "all searches agree"
plt.figure(figsize=(8, 3.4))
for name, numbers in counts.items():
    plt.semilogy(depths, numbers, "o-", label=f"{name}: {numbers[-1]:,}")
plt.xlabel("depth in plies")
plt.ylabel("nodes visited")
plt.legend(title="nodes at depth 6")
plt.grid(alpha=0.3)
plt.show()

# %% [markdown]
# The green curve even includes all the shallower searches.
#
# ## In the library
#
# `PrincipalVariationSearch` is the PVS of the classics. The engine uses the same two ideas, with a table of
# fixed size that threads share, and much more ([how the engine searches](../engine.md)):

# %%
from outflank import Engine, Limit, PrincipalVariationSearch

classic = PrincipalVariationSearch("mobility").search(middle, Limit(depth=9))
strong = Engine(table_megabytes=16).search(middle, Limit(depth=9, confidence=100))
print(f"PVS:    {classic.move} after {classic.nodes:>9,} nodes")
print(f"engine: {strong.move} after {strong.nodes:>9,} nodes, {strong.score:+.1f} discs")

# %% [markdown]
# **Try it yourself**
#
# 1. Remove the line that sorts the remembered child to the front. How much of the gain comes from move
#    ordering, and how much from stored values?
# 2. Use `position.canonical()` as the key, so that the eight images share an entry. From which positions does
#    that help?
# 3. Why is `entry.depth == depth` needed with an evaluation, and when would `entry.depth >= depth` be right?
#
# Next: [5. MTD(f)](5-mtdf.md) uses *nothing but* zero windows.
