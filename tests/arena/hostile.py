"""Players that break the rules, each in its own way; also used by path: python:hostile.py:Name."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from typing import Any

from outflank.players.player import Clock, Player
from outflank.rules.game import WHITE, Game, Reason
from outflank.rules.position import Position
from outflank.rules.squares import A1, F5, Square


def first_legal(game: Game) -> Square:
    return game.position.legal_moves()[0]


class Honest(Player):
    """Plays the first legal move, and records the games passed to `game_over`."""

    name = "honest"

    def __init__(self) -> None:
        self.ends: list[Game] = []
        self.clocks: list[Clock] = []

    def choose(self, game: Game, clock: Clock) -> Square:
        self.clocks.append(clock)
        return first_legal(game)

    def game_over(self, game: Game) -> None:
        self.ends.append(game)


class Sleeper(Player):
    name = "sleeper"

    def choose(self, game: Game, clock: Clock) -> Square:
        time.sleep(30)
        return first_legal(game)


class Looper(Player):
    """Never comes back, and keeps a core busy."""

    name = "looper"

    def choose(self, game: Game, clock: Clock) -> Square:
        while True:
            pass


class LockHolder(Player):
    """Sleeps in C without letting any other thread of Python run."""

    name = "lock holder"

    def choose(self, game: Game, clock: Clock) -> Square:
        ctypes.PyDLL(None).sleep(60)
        return first_legal(game)


class Slow(Player):
    """Answers, but always after a tenth of a second."""

    name = "slow"

    def choose(self, game: Game, clock: Clock) -> Square:
        time.sleep(0.1)
        return first_legal(game)


class Thrower(Player):
    name = "thrower"

    def choose(self, game: Game, clock: Clock) -> Square:
        raise ZeroDivisionError("I cannot\ncount")


class Quitter(Player):
    """Asks Python to exit."""

    name = "quitter"

    def choose(self, game: Game, clock: Clock) -> Square:
        sys.exit(7)


class Crasher(Player):
    """Ends its whole process, on its fifth move."""

    name = "crasher"

    def __init__(self) -> None:
        self.turns = 0

    def choose(self, game: Game, clock: Clock) -> Square:
        self.turns += 1
        if self.turns == 5:
            os.abort()
        return first_legal(game)


class Printer(Player):
    """Talks and listens where it should not."""

    name = "printer"

    def choose(self, game: Game, clock: Clock) -> Square:
        print("thinking…", sys.stdin.read())
        os.write(1, b"\x80\x04]q\x00.")
        return first_legal(game)


class Unmakeable(Player):
    def __init__(self) -> None:
        raise ValueError("not today")

    def choose(self, game: Game, clock: Clock) -> Square:
        return first_legal(game)


class Answers(Player):
    """Gives these answers at each turn, then a legal one."""

    name = "answers"

    def __init__(self, *answers: Any) -> None:
        self.answers = answers
        self.position: Any = None
        self.given = 0

    def choose(self, game: Game, clock: Clock) -> Square:
        if game.position != self.position:
            self.position, self.given = game.position, 0
        self.given += 1
        if self.given <= len(self.answers):
            return self.answers[self.given - 1]  # type: ignore[no-any-return]
        return first_legal(game)


class Vandal(Player):
    """Alters the game in one of many ways before it answers."""

    name = "vandal"

    def __init__(self, way: str = "play") -> None:
        self.way = way

    def choose(self, game: Game, clock: Clock) -> Square:
        move = first_legal(game)
        getattr(self, self.way)(game, move)
        return move

    def play(self, game: Game, move: Square) -> None:
        game.play(move)

    def undo(self, game: Game, move: Square) -> None:
        game.undo()

    def tags(self, game: Game, move: Square) -> None:
        game.tags["winner"] = "me"

    def comment(self, game: Game, move: Square) -> None:
        game.current.comment = "mine"

    def seconds(self, game: Game, move: Square) -> None:
        game.current.seconds = 0.0

    def discs(self, game: Game, move: Square) -> None:
        game.current.position = Position.start().play(F5)

    def old_discs(self, game: Game, move: Square) -> None:
        game.root.position = Position.start().play(F5)

    def side(self, game: Game, move: Square) -> None:
        game.current.to_move = game.to_move.other

    def result(self, game: Game, move: Square) -> None:
        game.forfeit(game.to_move.other, Reason.TIMEOUT)

    def variation(self, game: Game, move: Square) -> None:
        game.play(game.position.legal_moves()[-1])
        game.undo()

    def ring(self, game: Game, move: Square) -> None:
        game.current.children.append(game.root)

    def wreck(self, game: Game, move: Square) -> None:
        game.root = None  # type: ignore[assignment]


VANDALISM = [way for way in vars(Vandal) if way[0] != "_" and way not in ("name", "choose")]


class LateVandal(Vandal):
    """Alters the game of its last turn when the game ends."""

    name = "late vandal"

    def choose(self, game: Game, clock: Clock) -> Square:
        return first_legal(game)

    def game_over(self, game: Game) -> None:
        game.forfeit(WHITE, Reason.TIMEOUT)
        game.tags.clear()
        raise ValueError("I protest")


class SoreLoser(Player):
    """Ends its whole process when it hears of the end."""

    name = "sore loser"

    def choose(self, game: Game, clock: Clock) -> Square:
        return first_legal(game)

    def game_over(self, game: Game) -> None:
        os.abort()


class Mourner(Player):
    """Never comes back from the end."""

    name = "mourner"

    def choose(self, game: Game, clock: Clock) -> Square:
        return first_legal(game)

    def game_over(self, game: Game) -> None:
        time.sleep(60)


class Corner(Player):
    """Answers a1 in every position."""

    name = "corner"

    def choose(self, game: Game, clock: Clock) -> Square:
        return A1


class Counter(Player):
    """A player that counts what it visits: ten positions a move."""

    name = "counter"

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def choose(self, game: Game, clock: Clock) -> Square:
        self.nodes += 10
        return first_legal(game)
