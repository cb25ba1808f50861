"""A fuzzer for every parser and protocol, which mutates valid inputs; its seed is fixed.

Each input is a valid one with some bytes changed, removed, repeated or taken from another input. An
input that reveals a defect is written to a file, and the error gives its name and seed; add it to
``tests/attacks/corpus/TARGET/`` together with the fix.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from outflank.bench.fuzz_targets import Target, targets
from outflank.bench.timing import Measurement
from outflank.errors import OutflankError
from outflank.web.server import load_engine

SECONDS = 10.0
SEED = 1

MOST_BYTES = 4096
"""Inputs are cut to this length: short ones exercise more of a parser in the same time."""

MOST_SECONDS = 5.0
"""An input that takes more CPU seconds than this counts as a defect."""

SLICE_SECONDS = 0.5
"""Seconds for which one parser or protocol is attacked before it is the next one's turn."""

LONGEST_MESSAGE = 500

TOKENS: tuple[bytes, ...] = (
    b"",
    b"\0",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    "\u2028🙂".encode(),
    b"(;",
    b")",
    b"[",
    b"]",
    b"\\",
    b";",
    b"%",
    b"--",
    b"nan",
    b"1e999",
    b"-1",
    b"99999999999999999999999",
    b"{",
    b"}",
    b'"',
    b"\r\n",
    b"BO[",
    b"GM[",
    b"a1",
    b"h8",
    b"pass",
    b":",
    b"=",
    b",",
)


def measure(seconds: float = SECONDS, seed: int = SEED) -> list[Measurement]:
    """Attack all parsers and protocols for `seconds` seconds in total.

    A defect raises an `OutflankError` that names the file with the input.
    """
    attacked = targets()
    load_engine()  # not during the first timed input
    chances = {name: random.Random(f"{seed} {name}") for name in attacked}
    tried = dict.fromkeys(attacked, 0)
    end = time.monotonic() + seconds
    while True:
        for name, target in attacked.items():
            slice_end = time.monotonic() + min(SLICE_SECONDS, seconds / len(attacked))
            while time.monotonic() < slice_end:
                data = mutated(target.seeds, chances[name])
                tried[name] += 1
                if problem := attack(target, data):
                    raise OutflankError(
                        f"{name} breaks: {problem}; the input is {_saved(name, data)}, "
                        f"number {tried[name]} of seed {seed}"
                    )
        if time.monotonic() >= end:
            return [
                Measurement(what=what, value=inputs, unit="inputs")
                for what, inputs in tried.items()
            ]


def attack(target: Target, data: bytes) -> str:
    """Describe the defect that `data` reveals; empty if `target` accepts or properly refuses it."""
    started = time.process_time()
    try:
        target.take(data)
    except OutflankError as error:
        message = str(error)
        if "\n" in message or len(message) > LONGEST_MESSAGE:
            return f"an error of more than one line: {message[:100]!r}"
    except Exception as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    seconds = time.process_time() - started
    return f"it took {seconds:.1f} s" if seconds > MOST_SECONDS else ""


def mutated(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """A random one of `seeds` with some random changes."""
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice((1, 1, 2, 8, 64)))
        match chance.randrange(6):
            case 0:
                data[start:end] = chance.randbytes(end - start)
            case 1:
                del data[start:end]
            case 2:
                data[start:start] = chance.choice(TOKENS) * chance.choice((1, 1, 1, 2, 500))
            case 3:
                data[start:start] = data[start:end] * chance.choice((1, 2, 50))
            case 4:
                other = chance.choice(seeds)
                data[start:] = other[chance.randrange(len(other) + 1) :]
            case _:
                del data[start:]
    return bytes(data[:MOST_BYTES])


def _saved(name: str, data: bytes) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=f"outflank-fuzz-{name}-"))
    path = folder / sha256(data).hexdigest()[:16]
    path.write_bytes(data)
    return path
