# %% [markdown]
# # 3. Alpha-beta
#
# Minimax visits every node, which is not necessary. Suppose you have found a move that wins by 4. You try another
# move and see that one reply of the opponent already brings you down to 2. How bad the *other* replies
# are does not matter: you will not play this move. Stop looking at it. That is **alpha-beta pruning**,
# and it always gives the same value as minimax.
#
# ## The window
#
# We carry two numbers down the tree:
#
# - **alpha**: the side to move has already found something that gives it at least this much elsewhere;
# - **beta**: the opponent has already found something that limits it to this much.
#
# A value of beta or more ends the search of a node: the opponent will never let us get here. This is a
# **beta cut-off**. For the opponent the window is seen from the other side: `(-beta, -alpha)`.

# %%
from outflank import Game, Position, read


def alphabeta(position: Position, alpha: float, beta: float) -> float:
    """The value if it lies between alpha and beta; otherwise a bound on that side."""
    if position.is_over():
        return position.score()
    best = -65
    for move in position.legal_moves():
        value = -alphabeta(position.play(move), -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break  # the opponent will not allow this position
    return best


position = read("OOXXXXX--OOXXXOO-OOOXXOOOOOXOOOX-OXOXOXXXXOOOXXXXOXXXXXXOOOOOOOO X").position
alphabeta(position, -65, 65)

# %% [markdown]
# ## What was cut
#
# The same tree as in [tutorial 2](2-minimax.md). Grey dotted branches were never visited.

# %%
from drawing import Branch, draw_tree


def pruned_tree(
    position: Position, alpha: float, beta: float, sign: int = 1, move: str = ""
) -> Branch:
    """The tree that alpha-beta walks through, with the branches that it skips."""
    branch = Branch(move)
    if position.is_over():
        branch.value = sign * position.score()
        return branch
    best, is_cut = -65.0, False
    for move in position.legal_moves():
        if is_cut:
            branch.children.append(Branch(str(move), is_skipped=True))
            continue
        child = pruned_tree(position.play(move), -beta, -alpha, -sign, str(move))
        branch.children.append(child)
        best = max(best, sign * child.value)
        alpha = max(alpha, best)
        is_cut = alpha >= beta
    branch.value = sign * best
    for child in branch.children:
        child.is_best = not child.is_skipped and child.value == branch.value
    return branch


draw_tree(pruned_tree(position, -65, 65), "Alpha-beta: grey branches need no look")

# %% [markdown]
# Careful with the numbers in this picture: above a cut they are *bounds*, not exact values. "Max gets -8
# at most here" is enough to know that Max, who has +2 already, will not go there.
#
# ## Order is everything
#
# A cut-off needs a good move *early*. Let us count nodes on a real middle-game position with three
# orders of the moves: as they come, best guess first, and worst guess first. The guess is mobility after the
# move: moves that leave the opponent few replies are tried first (**fastest first**).

# %%
visited = 0


def replies(child: Position) -> int:
    """How many moves the opponent has: few is good for us."""
    return child.legal_mask.bit_count()


def mobility(position: Position) -> int:
    """Our evaluation at the leaves."""
    return position.legal_mask.bit_count() - position.swapped().legal_mask.bit_count()


def search(position: Position, depth: int, alpha: float, beta: float, order) -> float:
    """Alpha-beta to a depth; `order` sorts the children."""
    global visited
    visited += 1
    if position.is_over():
        return 1000 * position.score()
    if depth == 0:
        return mobility(position)
    best = -100_000.0
    for child in order([position.play(move) for move in position.legal_moves()]):
        best = max(best, -search(child, depth - 1, -beta, -alpha, order))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


ORDERS = {
    "best guess first": lambda children: sorted(children, key=replies),
    "a1 to h8": lambda children: children,
    "worst guess first": lambda children: sorted(children, key=replies, reverse=True),
}


def minimax_nodes(position: Position, depth: int) -> int:
    """How many nodes minimax visits: all of them."""
    if depth == 0 or position.is_over():
        return 1
    return 1 + sum(minimax_nodes(position.play(move), depth - 1) for move in position.legal_moves())


middle = Game.from_moves("f5d6c3d3c4f4f6f3e6e7").position
depths = [1, 2, 3, 4]
figures = {"minimax": [minimax_nodes(middle, depth) for depth in depths]}
for name, order in ORDERS.items():
    figures[name] = []
    for depth in depths:
        visited = 0
        search(middle, depth, -100_000, 100_000, order)
        figures[name].append(visited)

# %%
import matplotlib.pyplot as plt

plt.figure(figsize=(8, 3.6))
for name, counts in figures.items():
    plt.semilogy(depths, counts, "o-", label=f"{name}: {counts[-1]:,}")
plt.xticks(depths)
plt.xlabel("depth in plies")
plt.ylabel("nodes visited")
plt.legend(title="nodes at depth 4")
plt.grid(alpha=0.3)
plt.show()

# %% [markdown]
# All four searches found **the same value**; only the number of nodes differs.
#
# How good can it get? Knuth and Moore showed in 1975 that with a perfect order alpha-beta visits about the
# *square root* of minimax's leaves: `b^(d/2)` instead of `b^d`. In other words: **for the same time you can
# look twice as deep**. That is why chess and Othello engines spend so much effort on move ordering.
#
# ## Where does the best guess come from?
#
# The library's `AlphaBeta` keeps a *history table*: moves that were good elsewhere in the tree at the same stage
# of the game are tried first here. Every technique can be switched on and off:

# %%
from outflank import AlphaBeta, Limit

for name, options in {
    "plain minimax": {"pruning": False, "history": False},
    "alpha-beta": {"history": False},
    "alpha-beta and history": {},
}.items():
    result = AlphaBeta("mobility", **options).search(middle, Limit(depth=7))
    print(f"{name:24} {result.score:+4.0f} for {result.move}   {result.nodes:>12,} nodes")

# %% [markdown]
# **Try it yourself**
#
# 1. In the drawn tree, reverse the order of the moves at the root. Are more or fewer branches grey?
# 2. Prove on paper that a cut branch can never change the value at the root.
# 3. `outflank best f5d6c3d3c4 --player alphabeta:depth=9` prints the figures of every depth. What is the
#    effective branching factor, and how far is it from the square root?
#
# Next: [4. PVS and a transposition table](4-pvs.md) asks cheaper questions and remembers the answers.
