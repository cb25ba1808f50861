# %% [markdown]
# # 7. A pattern evaluation
#
# Strong Othello programs do not count corners by hand-made rules. They look at **patterns**: the eight squares of an
# edge, a diagonal, a corner block. Each state of such a pattern has a *weight*, learned from positions whose
# true value is known, and the evaluation is simply the sum. The idea is from Michael Buro's Logistello, which beat
# the human world champion in 1997.
#
# In this tutorial we fit a small one, from nothing, in seconds.
#
# ## Positions with known values
#
# We play random games and keep positions with 10 to 12 empty squares. Their exact values come from a search to the
# end of the game: `Evaluator.value` with a depth of all empties.

# %%
import random

import numpy as np

from outflank import Evaluator, Position

rng = random.Random(4)
truth = Evaluator(table_megabytes=16)


def random_positions(games: int) -> list[Position]:
    """Positions with 10 to 12 empties from random games, where the side to move has a move."""
    found = []
    for _ in range(games):
        position = Position.start()
        while position.empty_count > 10 and not position.is_over():
            position = position.play(rng.choice(position.legal_moves()))
            if 10 <= position.empty_count <= 12 and position.legal_mask:
                found.append(position)
    return found


positions = random_positions(games=800)
values = np.array([truth.value(position, position.empty_count) for position in positions])
print(f"{len(positions):,} positions, values from {values.min():+.0f} to {values.max():+.0f} discs")

# %% [markdown]
# ## Patterns as numbers
#
# A square is empty (0), ours (1) or the opponent's (2). Eight squares are then an eight-digit number in base 3: one of
# 6,561 **states**. We use four kinds of pattern; because of the symmetries, each kind covers several places of the board
# and all places share their weights.

# %%
from outflank import mask_of, parse_square


def squares(names: str) -> list[int]:
    return [int(parse_square(name)) for name in names.split()]


PATTERNS = {
    "edge": squares("a1 b1 c1 d1 e1 f1 g1 h1"),
    "corner 2x4": squares("a1 b1 c1 d1 a2 b2 c2 d2"),
    "diagonal": squares("a1 b2 c3 d4 e5 f6 g7 h8"),
    "second row": squares("a2 b2 c2 d2 e2 f2 g2 h2"),
}

from drawing import Boards

Boards([(Position(mask_of(each), 0), name) for name, each in PATTERNS.items()], size=170)

# %% [markdown]
# To read a pattern at all its places, we read it at one place on the *eight images of the board*. That needs no
# tables of rotated squares.

# %%
POWERS = 3 ** np.arange(8)
STATES = 3**8


SQUARES = np.arange(64, dtype=np.uint64)


def cells(position: Position) -> np.ndarray:
    """The 64 squares as 0 (empty), 1 (own), 2 (opponent)."""
    own = np.uint64(position.player) >> SQUARES & np.uint64(1)
    other = np.uint64(position.opponent) >> SQUARES & np.uint64(1)
    return (own + 2 * other).astype(np.int64)


def indices(position: Position) -> np.ndarray:
    """Which weights a position uses: one index for each image and pattern."""
    boards = np.array([cells(image) for image in position.images()])  # 8 boards of 64
    columns = [
        kind * STATES + boards[:, pattern] @ POWERS
        for kind, pattern in enumerate(PATTERNS.values())
    ]
    return np.concatenate(columns)


inputs = np.array([indices(position) for position in positions])
print("weights used by one position:", inputs.shape[1], "of", len(PATTERNS) * STATES)

# %% [markdown]
# ## Learning by small steps
#
# Predict, look at the error, and move every weight that took part a little in the right direction: gradient
# descent on the squared error. We hold out the positions of one game in five and **never** learn from them: only they
# show whether the weights generalise or have memorised the training positions.

# %%
cut = len(positions) * 4 // 5  # in order of games, so no game is on both sides
learn, check = slice(0, cut), slice(cut, None)
weights = np.zeros(len(PATTERNS) * STATES)
sightings = np.bincount(inputs[learn].ravel(), minlength=len(weights))
step = 1.0 / (sightings + 30) / 8  # weights seen rarely move carefully


def mean_error(part: slice) -> float:
    """Mean absolute error in discs."""
    return float(np.abs(weights[inputs[part]].sum(axis=1) - values[part]).mean())


curve = []
for _ in range(120):
    errors = values[learn] - weights[inputs[learn]].sum(axis=1)
    gradient = np.bincount(
        inputs[learn].ravel(), np.repeat(errors, inputs.shape[1]), minlength=len(weights)
    )
    weights += step * gradient
    curve.append((mean_error(learn), mean_error(check)))

# %%
import matplotlib.pyplot as plt

plt.figure(figsize=(8, 3.2))
plt.plot(curve, label=["positions learned from", "positions kept aside"])
plt.axhline(np.abs(values[check]).mean(), color="grey", linestyle=":", label="always guess 0")
plt.xlabel("pass over the positions")
plt.ylabel("mean error in discs")
plt.legend()
plt.grid(alpha=0.3)
plt.show()
print(f"kept aside: {curve[-1][1]:.1f} discs; always 0: {np.abs(values[check]).mean():.1f}")

# %% [markdown]
# The two curves drift apart: with a few thousand positions the weights begin to memorise them (*overfitting*). The
# shipped weights were fitted to 18 million positions. What are their errors on our held-out positions, and those of
# counting discs?

# %%
kept = positions[check]
discs = np.array([position.disc_difference() for position in kept])
shipped = np.array([truth.value(position) for position in kept])
print(f"disc difference:     {np.abs(discs - values[check]).mean():5.1f}")
print(f"our small patterns:  {mean_error(check):5.1f}")
print(f"the shipped weights: {np.abs(shipped - values[check]).mean():5.1f}")

# %% [markdown]
# ## What did it learn?
#
# Read the weights: which states of an edge are good, with everything else empty?


# %%
def edge_weight(text: str) -> float:
    """The weight of an edge written as X (own), O (opponent) and - (empty), both ways round."""
    digits = np.array(["-XO".index(mark) for mark in text])
    return float(weights[digits @ POWERS] + weights[digits[::-1] @ POWERS])


for text in ("XXXXXXXX", "OOOOOOOO", "XXXX-OOO", "-XXXXXX-", "-OOOOOO-", "X-XXXX-X"):
    print(f"{text}  {edge_weight(text):+5.1f} discs")

# %% [markdown]
# ## Choosing moves with it
#
# An evaluation is as good as the moves that it chooses. For positions with 11 empties, take the move after which our
# evaluation is lowest for the opponent, and compute how many discs it lost.


# %%
def cost(position: Position, evaluate) -> float:
    """How many discs the move chosen by `evaluate` gives away."""
    children = [position.play(move) for move in position.legal_moves()]
    exact = [-truth.value(child, child.empty_count) for child in children]
    chosen = int(np.argmin([evaluate(child) for child in children]))
    return max(exact) - exact[chosen]


sample = [position for position in kept if position.empty_count == 11][:60]
for name, evaluate in {
    "random": lambda child: rng.random(),
    "disc difference": lambda child: child.disc_difference(),
    "our patterns": lambda child: weights[indices(child)].sum(),
    "shipped weights": lambda child: truth.value(child),
}.items():
    print(
        f"{name:16} gives away {np.mean([cost(each, evaluate) for each in sample]):4.1f} discs a move"
    )

# %% [markdown]
# The library's evaluation uses 46 pattern places of up to ten squares, separate weights for each number of discs, conjugate
# gradients instead of small steps, and positions of good games: [training](../training.md). `outflank train rounds
# weights/ --scale tiny` runs the whole training from nothing.
#
# **Try it yourself**
#
# 1. Twice as many games: what happens to the gap between the two curves?
# 2. Add a 3×3 corner (nine squares). Which part of the code assumes eight?
# 3. Leave out one pattern at a time. Which one matters most?
#
# Next: [8. A network](8-network.md), where the features are learned, too.
