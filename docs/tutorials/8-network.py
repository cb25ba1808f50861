# %% [markdown]
# # 8. A neural network
#
# People chose the patterns. A **neural network** gets bare squares and has to learn by itself what matters. We write one
# in NumPy, with a hand-written backward pass, train it on the positions of [tutorial 7](7-patterns.md), and measure its
# error.
#
# ## Data
#
# The same kind of positions, with exact values. Each position has eight images with the same value; showing all
# eight to the network is free extra data (*augmentation*).

# %%
import random

import numpy as np

from outflank import Evaluator, Position

rng = random.Random(4)
truth = Evaluator(table_megabytes=16)
positions: list[Position] = []
for _ in range(800):
    position = Position.start()
    while position.empty_count > 10 and not position.is_over():
        position = position.play(rng.choice(position.legal_moves()))
        if 10 <= position.empty_count <= 12 and position.legal_mask:
            positions.append(position)
values = np.array([truth.value(each, each.empty_count) for each in positions], dtype=np.float32)


def squares(position: Position) -> np.ndarray:
    """64 inputs: +1 for an own disc, -1 for the opponent's, 0 for an empty square."""
    bits = np.arange(64, dtype=np.uint64)
    own = np.uint64(position.player) >> bits & np.uint64(1)
    other = np.uint64(position.opponent) >> bits & np.uint64(1)
    return own.astype(np.float32) - other.astype(np.float32)


cut = len(positions) * 4 // 5
learned = np.array([squares(image) for each in positions[:cut] for image in each.images()])
targets = np.repeat(values[:cut], 8)
checked, answers = np.array([squares(each) for each in positions[cut:]]), values[cut:]
print(f"{len(learned):,} examples to learn from, {len(checked):,} positions kept aside")

# %% [markdown]
# ## The network
#
# Two layers: 64 squares → *h* hidden units → one number. A hidden unit is a weighted sum that is cut off below zero
# (**ReLU**), so it can stand for "this *and* that": without the cut-off two layers would be one weighted sum.


# %%
class Network:
    """64 inputs, one hidden layer of ReLU units, one output in discs."""

    def __init__(self, hidden: int, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        self.parameters = {
            "w1": chance.normal(0, np.sqrt(2 / 64), (64, hidden)).astype(np.float32),
            "b1": np.zeros(hidden, np.float32),
            "w2": chance.normal(0, np.sqrt(1 / hidden), (hidden, 1)).astype(np.float32),
            "b2": np.zeros(1, np.float32),
        }

    def forward(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The hidden units and the values."""
        p = self.parameters
        hidden = np.maximum(inputs @ p["w1"] + p["b1"], 0)
        return hidden, (hidden @ p["w2"] + p["b2"])[:, 0]

    def gradients(self, inputs: np.ndarray, wanted: np.ndarray) -> dict[str, np.ndarray]:
        """How the mean squared error changes with each parameter: the chain rule, backwards."""
        hidden, value = self.forward(inputs)
        error = (2 / len(wanted)) * (value - wanted)[:, None]  # d loss / d value
        into_hidden = (error @ self.parameters["w2"].T) * (hidden > 0)  # through w2 and ReLU
        return {
            "w2": hidden.T @ error,
            "b2": error.sum(axis=0),
            "w1": inputs.T @ into_hidden,
            "b1": into_hidden.sum(axis=0),
        }


# %% [markdown]
# Always check a backward pass. Change one parameter by a tiny amount and see whether the loss
# changes as the gradient says:

# %%
tiny = Network(hidden=5)
tiny.parameters = {name: array.astype(np.float64) for name, array in tiny.parameters.items()}
inputs, wanted = learned[:50].astype(np.float64), targets[:50].astype(np.float64)


def loss() -> float:
    return float(np.mean((tiny.forward(inputs)[1] - wanted) ** 2))


for name, gradient in tiny.gradients(inputs, wanted).items():
    place = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
    parameter = tiny.parameters[name]
    parameter[place] += 1e-5
    above = loss()
    parameter[place] -= 2e-5
    below = loss()
    parameter[place] += 1e-5
    print(
        f"{name}: by the chain rule {gradient[place]:+.4f}, by trying {(above - below) / 2e-5:+.4f}"
    )

# %% [markdown]
# ## Training
#
# *Adam* is gradient descent that gives every parameter its own step size. We show the network batches of 256 examples in
# random order, and after every pass measure the error on the positions that it never saw.


# %%
def train(network: Network, passes: int, rate: float = 0.002) -> list[float]:
    """Train with Adam; return the error on positions kept aside after each pass."""
    chance = np.random.default_rng(2)
    means = {name: np.zeros_like(array) for name, array in network.parameters.items()}
    spreads = {name: np.zeros_like(array) for name, array in network.parameters.items()}
    curve, step = [], 0
    for _ in range(passes):
        order = chance.permutation(len(learned))
        for batch in np.array_split(order, len(order) // 256):
            step += 1
            for name, gradient in network.gradients(learned[batch], targets[batch]).items():
                means[name] += 0.1 * (gradient - means[name])
                spreads[name] += 0.001 * (gradient**2 - spreads[name])
                mean = means[name] / (1 - 0.9**step)
                spread = np.sqrt(spreads[name] / (1 - 0.999**step))
                network.parameters[name] -= rate * mean / (spread + 1e-8)
        curve.append(float(np.abs(network.forward(checked)[1] - answers).mean()))
    return curve


networks = {hidden: Network(hidden) for hidden in (2, 16, 64)}
curves = {hidden: train(network, passes=10) for hidden, network in networks.items()}
{f"{hidden} hidden units": round(curve[-1], 1) for hidden, curve in curves.items()}

# %%
import matplotlib.pyplot as plt

plt.figure(figsize=(8, 3.4))
for hidden, curve in curves.items():
    plt.plot(range(1, 11), curve, "o-", label=f"{hidden} hidden units: {curve[-1]:.1f}")
plt.axhline(np.abs(answers).mean(), color="grey", linestyle=":", label="always guess 0")
plt.xlabel("pass")
plt.ylabel("mean error in discs, kept aside")
plt.legend()
plt.grid(alpha=0.3)
plt.show()

# %% [markdown]
# ## What does a hidden unit look at?
#
# Each unit has 64 input weights: draw them as a board. Green squares excite the unit when we own them, red when the
# opponent does.

# %%
network = networks[16]
strongest = np.argsort(-np.abs(network.parameters["w2"][:, 0]))[:4]
figure, axes = plt.subplots(1, 4, figsize=(11, 2.9))
for axis, unit in zip(axes, strongest):
    picture = network.parameters["w1"][:, unit].reshape(8, 8)
    limit = np.abs(picture).max()
    axis.imshow(picture, cmap="RdYlGn", vmin=-limit, vmax=limit)
    axis.set_xticks(range(8), "abcdefgh")
    axis.set_yticks(range(8), range(1, 9))
    axis.set_title(f"unit {unit}, output {network.parameters['w2'][unit, 0]:+.1f}", fontsize=9)
figure.tight_layout()
plt.show()

# %% [markdown]
# ## Against patterns, and at play
#
# With the same positions the patterns of [tutorial 7](7-patterns.md) reached an error of 10.9 discs, the network on
# bare squares 12.2: knowing which squares belong together helps a lot while positions are few. More hidden units do
# not help: the network needs more positions. With millions of them a network *on top of patterns* is better than
# either, and the strongest Othello programs use such networks today. The library has one ([networks](../network.md));
# it is a player like any other:

# %%
from outflank import play_match, summarise

tally = summarise(play_match("network:depth=3", "pvs:depth=3", games=6, seed=1)).tally
print(f"network against hand-made evaluation, three plies: {tally.wins} : {tally.losses}")

# %% [markdown]
# **Try it yourself**
#
# 1. Train without the eight images. How much worse is it?
# 2. Give the network 128 inputs: own discs and the opponent's as separate zeros and ones.
# 3. Write `Engine(evaluation=...)` with your own weights: [an evaluation of your own](../engine.md#an-evaluation-of-your-own).
#
# This was the last tutorial. Read on: [how the engine searches](../engine.md), [how it is trained](../training.md),
# [what was tried](../evaluation.md).
