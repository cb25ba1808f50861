# %% [markdown]
# # 1. Rules and bitboards
#
# Othello is played on 64 squares with discs that are black on one side and white on the other. Black
# moves first. A move puts a disc on an empty square and must *outflank*: every straight run of
# opposing discs between the new disc and another disc of the same colour is turned over. A side without
# a legal move passes; when neither side can move, the game is over and the side with more discs wins.
#
# That is all. In this tutorial we play with these rules, then write them ourselves in a dozen lines of
# integer arithmetic that runs on whole boards at once.

# %%
from outflank import Position

start = Position.start()
start

# %% [markdown]
# The small rings are Black's legal moves. A `Position` never changes: `play` returns a new one, **seen by
# the side that moves next**. After Black plays f5 the position is seen by White, and the picture always
# shows the side to move in black.

# %%
after = start.play("f5")
print("legal moves:", *after.legal_moves())
after

# %% [markdown]
# Why does a position have no colours? Because the question "what is the best move?" is the same for both sides. A search
# that always sees *its own* discs and *the opponent's* needs half as much code.
#
# ## A board is two integers
#
# There are 64 squares, and a computer word has 64 bits. So one integer can say where all discs of one side
# are: bit 0 is a1, bit 1 is b1, …, bit 63 is h8. Such an integer is a **bitboard**.

# %%
print(f"own discs:      {start.player:064b}")
print(f"opponent discs: {start.opponent:064b}")
print("empty squares: ", start.empty.bit_count())

# %% [markdown]
# Questions about the board become integer operations:
#
# | question | operation |
# |---|---|
# | which squares are occupied? | `player | opponent` |
# | which are empty? | `~(player | opponent)` |
# | how many discs are there? | `bit_count()` |
# | all discs one step to the right | shift by one bit |
#
# Shifting needs care: a disc on h1 must not reappear on a2. So we clear the column that would wrap
# around, before the shift.

# %%
FULL = (1 << 64) - 1
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F

DIRECTIONS = [
    (1, NOT_H), (-1, NOT_A),  # east, west
    (8, FULL), (-8, FULL),  # down the board, up the board
    (9, NOT_H), (-9, NOT_A),  # the two diagonals
    (7, NOT_A), (-7, NOT_H),
]  # fmt: skip


def step(discs: int, direction: tuple[int, int]) -> int:
    """All discs moved by one square; those at the edge fall off."""
    shift, keep = direction
    discs &= keep
    return (discs << shift if shift > 0 else discs >> -shift) & FULL


# %% [markdown]
# ## All legal moves at once
#
# A square is legal if, in some direction, it comes right after a run of opposing discs that begins beside
# one of our own. So, for each direction: start from our discs, walk over opposing discs for as long as
# there are any, and take one more step. If that step lands on an empty square, it is a legal move. The
# walk is done by *all our discs at the same time*.


# %%
def legal_moves(player: int, opponent: int) -> int:
    """The mask of all legal squares of the side that owns `player`."""
    empty = ~(player | opponent) & FULL
    moves = 0
    for direction in DIRECTIONS:
        run = step(player, direction) & opponent
        for _ in range(5):  # a run has at most six discs
            run |= step(run, direction) & opponent
        moves |= step(run, direction) & empty
    return moves


legal_moves(start.player, start.opponent) == start.legal_mask

# %% [markdown]
# Discs to turn are found in the same way: walk from the new disc over opposing discs, and if the walk ends
# on one of our own, everything on the way is turned.


# %%
def flips(square: int, player: int, opponent: int) -> int:
    """The mask of the opposing discs that a move on `square` turns."""
    turned = 0
    for direction in DIRECTIONS:
        run, place = 0, step(1 << square, direction)
        while place & opponent:
            run |= place
            place = step(place, direction)
        if place & player:
            turned |= run
    return turned


# %% [markdown]
# Now we test both functions. We play 100 random games and compare our functions with the library
# in every position, for every legal move.

# %%
import random

rng = random.Random(1)
compared = 0
choices_by_ply: list[list[int]] = [[] for _ in range(70)]
for _ in range(100):
    position, ply = Position.start(), 0
    while not position.is_over():
        assert legal_moves(position.player, position.opponent) == position.legal_mask
        moves = position.legal_moves()
        if not position.must_pass():
            choices_by_ply[ply].append(len(moves))
            for move in moves:
                assert flips(move, position.player, position.opponent) == position.flips(move)
                compared += 1
        position = position.play(rng.choice(moves))
        ply += 1
print(f"{compared:,} moves compared, all equal")

# %% [markdown]
# Those games also tell us something that every later tutorial depends on: how many moves a player can
# choose from. That number is the **branching factor** of the game tree.

# %%
import matplotlib.pyplot as plt

averages = [sum(counts) / len(counts) for counts in choices_by_ply if len(counts) >= 20]
plt.figure(figsize=(8, 3))
plt.plot(range(1, len(averages) + 1), averages, color="#1f7a4d")
plt.xlabel("move number")
plt.ylabel("legal moves, mean")
plt.title("The middle of the game is where the choices are")
plt.grid(alpha=0.3)
plt.show()

# %% [markdown]
# ## Perft: counting the tree
#
# How many sequences of *n* moves are there? Counting them is the classic test of a move generator
# (*perft*, a "performance test"): one wrong rule and the numbers differ. The known ones for Othello
# begin 4, 12, 56, 244, 1396, 8200.


# %%
def perft(player: int, opponent: int, depth: int) -> int:
    """How many sequences of `depth` moves begin here; a forced pass is a move."""
    if depth == 0:
        return 1
    moves = legal_moves(player, opponent)
    if not moves:
        if not legal_moves(opponent, player):
            return 1  # the game is over
        return perft(opponent, player, depth - 1)
    total = 0
    while moves:
        move = moves & -moves  # the lowest bit: the next legal square
        moves ^= move
        turned = flips(move.bit_length() - 1, player, opponent)
        total += perft(opponent ^ turned, player | turned | move, depth - 1)
    return total


[perft(start.player, start.opponent, depth) for depth in range(1, 7)]

# %% [markdown]
# Note the expression `moves & -moves`: in two's complement it leaves only the lowest set bit. Engines use it to
# walk through a set of moves without a list.
#
# `outflank perft 11` counts 212,258,800 leaves with the same ideas, compiled and vectorised.
#
# ## Eight boards are one
#
# Turn the board by 90°, or look at it in a mirror: nothing about the game changes. Each position has
# eight *images*, and `canonical()` picks the same one for all of them. By symmetry, Black's four first
# moves are the same move:

# %%
from drawing import Boards

firsts = [start.play(move) for move in start.legal_moves()]
print("different after symmetry:", len({position.canonical() for position in firsts}))
Boards([(position, f"after {move}") for position, move in zip(firsts, start.legal_moves())])

# %% [markdown]
# **Try it yourself**
#
# 1. How many different positions are there after 2, 3, 4, 5, 6 moves, with and without symmetry?
# 2. Random games: how often does the side that moves last win? (`position.score()` gives the result.)
# 3. Replace the loop `for _ in range(5)` by three steps of doubling: runs of 1, 2 and 4 discs. That is
#    how `outflank/rules/bitboard.py` does it.
#
# Next: [2. Minimax](2-minimax.md), where we let the computer think.
