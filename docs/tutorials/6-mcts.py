# %% [markdown]
# # 6. Monte-Carlo tree search
#
# All searches so far needed an evaluation. What if you know nothing about a game but its rules? Play it! From
# each move, play a hundred games at random to the end and count the wins. Random games are silly, but a good position
# wins more of them than a bad one. **Monte-Carlo tree search** (MCTS) does that cleverly: it spends most of its
# games on the moves that look best so far, and grows a tree where it looks closely.
#
# ## Playouts
#
# A **playout** is a random game from a position to its end, about sixty moves from the start, thirty from the position below.

# %%
import math
import random

from outflank import Game, Position

rng = random.Random(2)


def playout(position: Position) -> float:
    """A random game to the end: 1 if the side to move here wins it, 0.5 for a draw, 0 if it loses."""
    sign = 1
    while not position.is_over():
        position, sign = position.play(rng.choice(position.legal_moves())), -sign
    score = sign * position.score()
    return 0.5 if score == 0 else float(score > 0)


moves = "d3c3b3f4f3d2c2d6d7b4e2e1c4b2a3f2g4g3a5d8g2a2b1h5d1h1f6h4c7c1"
corner_is_free = Game.from_moves(moves).position
corner_is_free

# %% [markdown]
# The opponent has played beside a corner, and the side to move (always shown in black) can take a1 right away.
# Do random games show this?

# %%
for move in corner_is_free.legal_moves():
    child = corner_is_free.play(move)
    share = sum(1 - playout(child) for _ in range(30)) / 30
    print(f"{move}: {share:4.0%} {'#' * round(40 * share)}")

# %% [markdown]
# The corner stands out. The program does not know that corners are good; games with them are won more often.
#
# ## The bandit
#
# Thirty games for every move waste time on hopeless ones. Imagine a row of slot machines, each with an unknown chance to
# win: which one to try next? Try the one that **may** be best: its average so far, plus a bonus that is large while
# we have tried it rarely. This rule is **UCB1** (upper confidence bound):
#
# > average + *c* · √(ln *N* / *n*)
#
# with *n* tries of this machine, *N* tries in all, and a constant *c* that sets how much we explore.
#
# ## The tree
#
# MCTS applies UCB1 in every node of a growing tree. One round has four steps:
#
# 1. **Select**: from the root, go to the child with the greatest UCB1, until a node has untried moves.
# 2. **Expand**: add one new child.
# 3. **Simulate**: one playout from there.
# 4. **Back up**: add the result to every node on the way, turning it round at each step.


# %%
class Node:
    """A position in the tree; `wins` counts for the side that moved *into* it."""

    def __init__(self, position: Position, move=None):
        self.position, self.move = position, move
        self.children: list[Node] = []
        self.untried = list(position.legal_moves())
        rng.shuffle(self.untried)
        self.visits, self.wins = 0, 0.0

    def ucb(self, parent_visits: int, curiosity: float) -> float:
        """The most that this move may be worth, as far as we can tell."""
        bonus = curiosity * math.sqrt(math.log(parent_visits) / self.visits)
        return self.wins / self.visits + bonus


def grow(root: Node, playouts: int, curiosity: float = 0.7) -> None:
    """Run `playouts` rounds of Monte-Carlo tree search from `root`."""
    for _ in range(playouts):
        path = [root]
        while not path[-1].untried and path[-1].children:  # 1. select
            node = path[-1]
            visits = node.visits
            path.append(max(node.children, key=lambda child: child.ucb(visits, curiosity)))
        node = path[-1]
        if node.untried:  # 2. expand
            move = node.untried.pop()
            node.children.append(Node(node.position.play(move), move))
            path.append(node.children[-1])
        result = playout(
            path[-1].position
        )  # 3. simulate, for the side to move at the end of the path
        for node in reversed(path):  # 4. back up
            result = 1 - result
            node.visits += 1
            node.wins += result


root = Node(corner_is_free)
grow(root, 300)

# %% [markdown]
# The board with the number of visits of each move. MCTS plays the move that was **visited most**: a high
# average may be luck, many visits are not.

# %%
from IPython.display import SVG

from outflank import board_svg

SVG(board_svg(corner_is_free, marks={child.move: str(child.visits) for child in root.children}))

# %% [markdown]
# ## How the visits develop

# %%
import matplotlib.pyplot as plt

root = Node(corner_is_free)
steps = list(range(20, 301, 20))
history: dict[str, list[float]] = {str(move): [] for move in corner_is_free.legal_moves()}
for _ in steps:
    grow(root, 20)
    visits = {str(child.move): child.visits for child in root.children}
    for name, shares in history.items():
        shares.append(visits.get(name, 0) / root.visits)
best = max(history, key=lambda name: history[name][-1])
plt.figure(figsize=(8, 3.2))
for name, shares in history.items():
    plt.plot(steps, shares, label=name, linewidth=3 if name == best else 1)
plt.xlabel("playouts")
plt.ylabel("share of the visits")
plt.legend(ncols=2, fontsize=8)
plt.grid(alpha=0.3)
plt.show()

# %% [markdown]
# ## Playouts with some knowledge
#
# The library's version is compiled: tens of thousands of playouts a second. It can also play its playouts by
# *Roxanne's* table, which prefers corners and avoids the squares beside them. A little knowledge in the
# playouts helps a lot:

# %%
from outflank import Limit, MonteCarloTreeSearch, SearchPlayer, play_match, summarise

for playouts in ("random", "roxanne"):
    result = MonteCarloTreeSearch(playouts=playouts, seed=1).search(
        corner_is_free, Limit(nodes=5000)
    )
    print(f"{playouts:8} playouts: {result.move}, wins {result.score:.0%}")

roxanne = SearchPlayer(MonteCarloTreeSearch(playouts="roxanne", seed=1), nodes=300)
plain = SearchPlayer(MonteCarloTreeSearch(playouts="random", seed=1), nodes=300)
tally = summarise(play_match(roxanne, plain, games=20, seed=3)).tally
print(
    f"Roxanne against random playouts: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
)

# %% [markdown]
# In Othello alpha-beta with a good evaluation still beats MCTS with random playouts: one precise refutation decides
# a game, and averages hide it. Replace the playout by a *learned* evaluation and you have the idea of AlphaZero.
# The next two tutorials are about learning.
#
# **Try it yourself**
#
# 1. Set `curiosity` to 0 and to 5, and plot the shares again. What goes wrong at either end?
# 2. Use a shallow `negamax` of [tutorial 2](2-minimax.md) in place of the playout.
# 3. `outflank match mcts:nodes=2000 alphabeta:depth=4 --games 20`: who wins?
#
# Next: [7. Pattern evaluation](7-patterns.md).
