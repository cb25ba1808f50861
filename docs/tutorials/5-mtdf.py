# %% [markdown]
# # 5. MTD(f)
#
# PVS asks one exact question and many yes-or-no questions. In 1995 Plaat, Schaeffer, Pijls and de Bruin asked:
# why not only yes-or-no questions? Guess the value, ask "is it at least that?", and correct the guess by the
# answer. With a transposition table the repeated searches are cheap, because each uses the entries of the others. The
# method is called **MTD(f)**: memory-enhanced test driver, starting from a first guess *f*.
#
# Think of guessing a number: each question moves either the **lower** or the **upper** bound, and when the two
# meet, you know the value.

# %%
from outflank import Game, Position

INFINITY = 100_000
visited = 0
bounds: dict[tuple[Position, int], tuple[int, int]] = {}


def mobility(position: Position) -> int:
    """Legal moves of the side to move less those of the opponent."""
    return position.legal_mask.bit_count() - position.swapped().legal_mask.bit_count()


def is_at_least(position: Position, depth: int, beta: int) -> int:
    """A zero-window search at (beta - 1, beta): a lower bound >= beta, or an upper bound < beta."""
    global visited
    lower, upper = bounds.get((position, depth), (-INFINITY, INFINITY))
    if lower >= beta:
        return lower
    if upper < beta:
        return upper
    visited += 1
    if position.is_over():
        best = 1000 * position.score()
        bounds[position, depth] = best, best
        return best
    if depth == 0:
        best = mobility(position)
        bounds[position, depth] = best, best
        return best
    best = -INFINITY
    children = [position.play(move) for move in position.legal_moves()]
    for child in sorted(children, key=lambda each: each.legal_mask.bit_count()):
        # "Do I get at least beta?" is, for the opponent, "do you get more than -beta?"
        best = max(best, -is_at_least(child, depth - 1, -beta + 1))
        if best >= beta:
            break
    bounds[position, depth] = (best, upper) if best >= beta else (lower, best)
    return best


# %% [markdown]
# The driver around it is seven lines. This is the whole of MTD(f):


# %%
def mtdf(position: Position, depth: int, guess: int) -> tuple[int, list[tuple[int, int, int]]]:
    """The exact value, and the story: question asked, lower bound, upper bound."""
    lower, upper, value, story = -INFINITY, INFINITY, guess, []
    while lower < upper:
        beta = value + 1 if value == lower else value
        value = is_at_least(position, depth, beta)
        lower, upper = (value, upper) if value >= beta else (lower, value)
        story.append((beta, lower, upper))
    return value, story


middle = Game.from_moves("f5d6c3d3c4f4f6f3e6e7").position
value, story = mtdf(middle, 5, guess=0)
print("value", value)
for beta, lower, upper in story:
    print(f"is it at least {beta:+d}?   now between {lower:+d} and {upper:+d}")

# %% [markdown]
# ## A good first guess saves work
#
# Let us start from many guesses, each with an empty table, and see how the bounds close in.

# %%
import matplotlib.pyplot as plt

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 3.6))
guesses = list(range(value - 12, value + 13, 3))
work = []
for guess in guesses:
    bounds.clear()
    visited = 0
    found, story = mtdf(middle, 5, guess)
    assert found == value
    work.append(visited)
    left.plot(range(1, len(story) + 1), [beta for beta, _, _ in story], "o-", alpha=0.6)
left.axhline(value, color="black", linestyle=":")
left.set(xlabel="question", ylabel="asked: at least …?", title="Every guess walks to the value")
right.plot(guesses, work, "o-", color="#1f7a4d")
right.axvline(value, color="black", linestyle=":")
right.set(xlabel="first guess", ylabel="nodes visited", title="The nearer the guess, the less work")
for axes in (left, right):
    axes.grid(alpha=0.3)
figure.tight_layout()
plt.show()

# %% [markdown]
# A good guess comes from iterative deepening: the value of an earlier search. (In Othello values of odd and
# even depths differ, because one side has made one more move. So take the value of the search two plies
# shallower.)

# %%
bounds.clear()
visited = 0
values = [0, 0]
for depth in range(1, 7):
    found, story = mtdf(middle, depth, guess=values[-2])
    values.append(found)
    print(f"depth {depth}: value {found:+d} after {len(story)} questions, {visited:,} nodes so far")

# %% [markdown]
# ## In the library
#
# `MtdF` is compiled and keeps its table in a fixed array. MTD(f) is fast only with a table: without one, every
# question would search everything again.

# %%
from outflank import AlphaBeta, Limit, MtdF

for name, search in {"MTD(f)": MtdF("mobility"), "alpha-beta": AlphaBeta("mobility")}.items():
    result = search.search(middle, Limit(depth=10))
    print(f"{name:10} {result.score:+.0f}, {result.nodes:>10,} nodes, {result.table_hits:>8,} hits")

# %% [markdown]
# Why do not all engines use it? It depends on a table that is large enough, and on an evaluation with few
# different values: with scores as fine as a hundredth of a disc it would need many questions. Most engines use
# PVS with a narrow first window (an *aspiration window*), which is a compromise.
#
# **Try it yourself**
#
# 1. Multiply `mobility` by 100 and add a random number from 0 to 99 to each leaf (always the same for the same
#    position). How many questions does MTD(f) need now?
# 2. Replace the driver by a binary search between the bounds. Is it better than the walk?
# 3. The experiment `outflank experiment pruning` compares minimax, alpha-beta and MTD(f) by depth;
#    [its report](../experiments/pruning/report.md) has the curves.
#
# Next: [6. Monte-Carlo tree search](6-mcts.md) needs no evaluation at all.
