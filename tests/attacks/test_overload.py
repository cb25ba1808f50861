"""Promise: a player is charged for the time it takes, not for a machine that is busy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.attacks.running import COMMAND_SECONDS

SCRIPT = """
import json, multiprocessing, os, sys, time
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from outflank.play.seat import Forfeit, Seat
from outflank.players.making import make_player
from outflank.players.player import Clock
from outflank.rules.game import Game

class Worker:
    name = "worker"
    def __init__(self, processor_seconds, sleep_seconds):
        self.processor_seconds, self.sleep_seconds = processor_seconds, sleep_seconds
    def choose(self, game, clock):
        end = time.thread_time() + self.processor_seconds
        while time.thread_time() < end:
            pass
        time.sleep(self.sleep_seconds)
        return game.position.legal_moves()[0]

def spin():
    while True:
        pass

if __name__ == "__main__":
    players = {}
    for name, work in {"quick": (0.05, 0), "slow": (0.4, 0), "asleep": (0, 0.5)}.items():
        program = f"{sys.executable} {sys.argv[1]} {work[0]} {work[1]}"
        players[f"function {name}"] = Worker(*work)
        players[f"program {name}"] = make_player(f"gtp:{program}")
        players[f"started by a shell {name}"] = make_player(f"gtp:sh -c '{program}; true'")
    busy = [multiprocessing.Process(target=spin, daemon=True) for _ in range(6)]
    for process in busy:
        process.start()
    outcomes = {}
    for name, player in players.items():
        turn = Seat(player).take_turn(Game(), Clock(move_seconds=0.1))
        is_late = isinstance(turn.outcome, Forfeit)
        outcomes[name] = (is_late, turn.seconds, turn.waited_seconds)
    for process in busy:
        process.kill()
    print(json.dumps(outcomes), flush=True)
    os._exit(0)
"""

PROGRAM = """
import sys, time
for line in sys.stdin:
    answer = ""
    if line.startswith("list_commands"):
        answer = "list_commands\\nclear_board\\nplay\\ngenmove\\nquit"
    elif line.startswith("genmove"):
        end = time.thread_time() + float(sys.argv[1])
        while time.thread_time() < end:
            pass
        time.sleep(float(sys.argv[2]))
        answer = "f5"
    print(f"= {answer}\\n", flush=True)
    if line.startswith("quit"):
        break
"""

KINDS = ("function", "program", "started by a shell")


@pytest.mark.skipif(
    sys.platform != "linux" or not Path("/proc/thread-self/schedstat").exists(),
    reason="only Linux tells how long a thread waited for a processor",
)
def test_waiting_for_a_processor_is_not_charged(tmp_path: Path) -> None:
    script, program = tmp_path / "overload.py", tmp_path / "program.py"
    script.write_text(SCRIPT)
    program.write_text(PROGRAM)
    answer = subprocess.run(
        [sys.executable, script, program],
        env=dict(os.environ),
        capture_output=True,
        text=True,
        timeout=COMMAND_SECONDS,
    )
    assert answer.returncode == 0, answer.stderr
    outcomes = json.loads(answer.stdout)
    for kind in KINDS:
        is_late, seconds, waited = outcomes[f"{kind} quick"]
        assert not is_late, kind
        assert 0.05 <= seconds < 0.15, kind
        assert waited > 0.1, kind  # seven share one processor
        assert outcomes[f"{kind} slow"][0], kind
        assert outcomes[f"{kind} asleep"][0], kind
