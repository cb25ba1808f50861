# %% [markdown]
# # 2. Minimax
#
# How does a program choose a move? It tries every move, then every reply, then every reply to that, and
# assumes that both sides always play their best move. That is **minimax**, and the next three tutorials are
# faster ways to get the same answer.
#
# ## A position small enough to understand
#
# Four empty squares are left. The tree of all games from here is small enough to draw, and full of
# traps: one move wins by two discs, and every other move loses.

# %%
from outflank import Game, Position, read

position = read("OOXXXXX--OOXXXOO-OOOXXOOOOOXOOOX-OXOXOXXXXOOOXXXXOXXXXXXOOOOOOOO X").position
position

# %% [markdown]
# At the end of a game the score is the difference in discs, and empty squares go to the winner. Before the
# end, the value of a position is *the best that the side to move can get*:
#
# - try every legal move;
# - after it the opponent is to move, so the value of the move is **the negative** of what the opponent can get;
# - take the maximum.
#
# Writing one function for both sides with a minus sign is called **negamax**.


# %%
def negamax(position: Position) -> int:
    """The final score in discs for the side to move, if both sides play perfectly."""
    if position.is_over():
        return position.score()
    return max(-negamax(position.play(move)) for move in position.legal_moves())


negamax(position)

# %% [markdown]
# `legal_moves()` returns only `PASS` if a side must pass, so passes need no special case.
#
# Now the same function once more, but keeping the tree so that we can look at it. The values in the picture
# are all from the point of view of **Max**, the side to move at the root (green). Max takes the largest
# child, Min (red) the smallest. Thick lines are the best moves.

# %%
from drawing import Branch, draw_tree


def tree_of(position: Position, sign: int = 1, move: str = "") -> Branch:
    """The whole game tree, with values as Max sees them."""
    branch = Branch(move)
    if position.is_over():
        branch.value = sign * position.score()
        return branch
    branch.children = [
        tree_of(position.play(move), -sign, str(move)) for move in position.legal_moves()
    ]
    branch.value = sign * max(sign * child.value for child in branch.children)
    for child in branch.children:
        child.is_best = child.value == branch.value
    return branch


draw_tree(tree_of(position), "Every game that is left: green maximises, red minimises")

# %% [markdown]
# Follow a thick line from the top to the bottom: that is the **principal variation**, the game that
# perfect players would play.
#
# ## A horizon
#
# From the start of the game the tree has far too many leaves. So we stop after a fixed number of moves (the
# **depth**, counted in *plies*, one ply being one move of one side) and *estimate* the value of the position.
# The estimate is the **evaluation**. The simplest one counts discs:


# %%
def count_discs(position: Position) -> float:
    """The disc difference: simple, and in Othello famously bad."""
    return position.disc_difference()


nodes = 0


def search(position: Position, depth: int, evaluate=count_discs) -> float:
    """Negamax to a depth; a finished game counts far more than any guess."""
    global nodes
    nodes += 1
    if position.is_over():
        return 1000 * position.score()
    if depth == 0:
        return evaluate(position)
    moves = position.legal_moves()
    return max(-search(position.play(move), depth - 1, evaluate) for move in moves)


def best_move(position: Position, depth: int, evaluate=count_discs):
    """The legal move with the highest value."""
    return max(position.legal_moves(), key=lambda m: -search(position.play(m), depth - 1, evaluate))


best_move(Position.start().play("f5"), 4)

# %% [markdown]
# ## The price of a ply
#
# Each ply multiplies the work by the branching factor that we measured in [tutorial 1](1-rules.md).

# %%
import matplotlib.pyplot as plt

middle = Game.from_moves("f5d6c3d3c4f4f6f3e6e7").position
depths, counts = range(1, 5), []
for depth in depths:
    nodes = 0
    search(middle, depth)
    counts.append(nodes)
    print(f"depth {depth}: {nodes:6,} nodes")
plt.figure(figsize=(7, 3))
plt.semilogy(depths, counts, "o-", color="#1f7a4d")
plt.xticks(list(depths))
plt.xlabel("depth in plies")
plt.ylabel("nodes")
plt.title("A straight line on a logarithmic scale: exponential growth")
plt.grid(alpha=0.3)
plt.show()

# %% [markdown]
# ## What the evaluation knows
#
# Counting discs is greedy. Discs in the middle of the game can all be turned back; corners never can, and
# it is good to have more legal moves than the opponent (*mobility*). Let us give those two facts to our
# search.

# %%
from outflank import CORNERS


def corners_and_mobility(position: Position) -> float:
    """Ten points for a corner, one for each legal move more than the opponent has."""
    corners = (position.player & CORNERS).bit_count() - (position.opponent & CORNERS).bit_count()
    mobility = position.legal_mask.bit_count() - position.swapped().legal_mask.bit_count()
    return 10 * corners + mobility


# %% [markdown]
# Does it help? Only games can tell. Any object with a method `choose` is a player, and `play_match` lets two
# of them meet, each opening twice with colours exchanged.

# %%
from outflank import Player, play_match, summarise


class MinimaxPlayer(Player):
    """Our search as a player."""

    def __init__(self, name, evaluate, depth):
        self.name, self.evaluate, self.depth = name, evaluate, depth

    def choose(self, game, clock):
        return best_move(game.position, self.depth, self.evaluate)


greedy = MinimaxPlayer("counts discs", count_discs, depth=2)
wise = MinimaxPlayer("corners and mobility", corners_and_mobility, depth=2)
tally = summarise(play_match(wise, greedy, games=8, seed=1)).tally
print(
    f"{wise.name} against {greedy.name}: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
)

# %% [markdown]
# Search and depth are the same; the whole difference is knowledge in the evaluation.
#
# ## The same in the library
#
# `Minimax` is this algorithm, compiled by Numba, with a memory of positions that it has seen. It searches
# a few million positions a second.

# %%
from outflank import Limit, Minimax

result = Minimax("mobility", memory=False).search(middle, Limit(depth=6))
print(
    f"{result.move}: {result.nodes:,} nodes, line {' '.join(map(str, result.principal_variation))}"
)

# %% [markdown]
# **Try it yourself**
#
# 1. Give `MinimaxPlayer` depths 1, 2 and 3 and let them play each other. Is a ply worth more than the corners?
# 2. Write an evaluation that dislikes the squares diagonally beside empty corners (`X_SQUARES`).
# 3. How long would depth 10 take with our Python function? Use the plot to estimate it.
#
# Next: [3. Alpha-beta](3-alpha-beta.md) gets the same answer with a fraction of the nodes.
