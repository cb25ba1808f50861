"""A program that speaks GTP or NBoard, and misbehaves in the way that its arguments name.

``hostile_program.py PROTOCOL WAY [FILE]``; it notes its process number in FILE.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from outflank.formats.ggf import parse_ggf
from outflank.rules.game import Game
from outflank.rules.squares import square_name

FAULT_AT_TURN = 2


class Speaker:
    """Plays the first legal move until it is time to misbehave."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.turns = 0
        self.game = Game()

    def say(self, text: str) -> None:
        print(text, end="", flush=True)

    def move(self) -> str:
        self.turns += 1
        if self.turns < FAULT_AT_TURN or self.way == "honest":
            return square_name(self.game.position.legal_moves()[0])
        match self.way:
            case "crash":
                os.abort()
            case "exit":
                sys.exit(3)
            case "hang":
                time.sleep(600)
            case "brood":
                # A child that keeps our pipes open and outlives us, unless it is ended too.
                subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
                time.sleep(600)
            case "rubbish":
                while True:
                    self.say("rubbish\n" * 1000)
            case "long":
                while True:
                    self.say("rubbish" * 1000)
            case "illegal":
                return "d4"
            case "pass":
                return "pass"
            case "word":
                return "nowhere"
            case "resign":
                return "resign"
            case "close":
                os.close(1)
                time.sleep(600)
        raise AssertionError(self.way)


def speak_gtp(speaker: Speaker) -> None:
    for line in sys.stdin:
        name, *arguments = line.split()
        answer = ""
        match name:
            case "list_commands":
                answer = "list_commands\nquit\nclear_board\nplay\ngenmove"
            case "clear_board":
                speaker.game = Game()
            case "play":
                speaker.game.play(arguments[1])
            case "genmove":
                answer = speaker.move()
                if speaker.way == "honest" or speaker.turns < FAULT_AT_TURN:
                    speaker.game.play(answer)
        speaker.say(f"= {answer}\n\n")
        if name == "quit":
            return


def speak_nboard(speaker: Speaker) -> None:
    for line in sys.stdin:
        name, _, argument = line.strip().partition(" ")
        match name:
            case "ping":
                speaker.say(f"pong {argument}\n")
            case "set" if argument.startswith("game"):
                (speaker.game,) = parse_ggf(argument.removeprefix("game"))
            case "go":
                speaker.say("status thinking\nnodestats 100 0.01\n")
                speaker.say(f"=== {speaker.move().upper()}/1.0/0.5\n")
            case "quit":
                return


def main() -> None:
    protocol, way, *files = sys.argv[1:]
    for file in files:
        with Path(file).open("a") as notes:
            notes.write(f"{os.getpid()}\n")
    match way:
        case "stillborn":
            sys.exit(4)
        case "mute":
            time.sleep(600)
        case "banner":
            print("Welcome!\n\nThis is the best program ever.", flush=True)
            way = "honest"
    speak = speak_gtp if protocol == "gtp" else speak_nboard
    speak(Speaker(way))


if __name__ == "__main__":
    main()
