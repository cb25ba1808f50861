"""Every command and code block of the documentation runs, or says why it cannot."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from outflank.cli.main import app
from tests.documentation.blocks import ROOT, Block, blocks_of, pages
from tests.web.serving import serving

SAMPLES = ROOT / "docs" / "samples"

BLOCK_SECONDS = 400
"""The most that a block may take: the first start of a fresh checkout compiles the kernels."""

SERVER = "http://127.0.0.1:8008"
"""The address of pages that call the server; a real one at another port takes its place."""

UNMARKED = {"docs/engine.md", "docs/library.md", "docs/reports.md"}
"""Pages whose blocks are not marked yet; of their commands only the options are checked."""


def run_blocks(page: str) -> list[Block]:
    """The blocks of a page to run; of unmarked pages only those that state their results."""
    is_marked = page not in UNMARKED
    return [
        block for block in blocks_of(page) if block.is_run and (is_marked or ">>> " in block.text)
    ]


def is_slow(page: str) -> bool:
    """Whether a page starts programs; examples that only state results are quick."""
    return any(">>> " not in block.text for block in run_blocks(page))


RUN = [
    pytest.param(page, marks=pytest.mark.slow if is_slow(page) else ())
    for page in pages()
    if run_blocks(page)
]


@pytest.mark.parametrize("page", RUN)
def test_blocks_run(page: str, tmp_path: Path) -> None:
    """All blocks of a page, in order, in one folder, as a reader who follows it would run them."""
    for sample in SAMPLES.iterdir():
        shutil.copy(sample, tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    program: list[str] = []
    names: dict[str, object] = {}
    blocks = run_blocks(page)
    if any(SERVER in block.text for block in blocks):
        with serving(tmp_path / "served") as server:
            for block in blocks:
                run_in_shell(block, tmp_path, address=server.address)
        return
    for block in blocks:
        if block.language != "python":
            run_in_shell(block, tmp_path)
        elif ">>> " in block.text:
            run_doctest(block, names)
        else:
            program.append(block.text)
    if program:
        run_python("\n".join(program), page, tmp_path)


def environment(folder: Path) -> dict[str, str]:
    """That of the tests, with data of its own and this `outflank` as the command."""
    commands = folder / "bin"
    commands.mkdir(exist_ok=True)
    command = commands / "outflank"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m outflank "$@"\n')
    command.chmod(0o755)
    return os.environ | {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "OUTFLANK_DATA_DIR": str(folder / "data"),
        "MPLBACKEND": "agg",
        "COLUMNS": "120",
    }


def run_in_shell(block: Block, folder: Path, address: str = SERVER) -> None:
    script = "set -euo pipefail\n" + "\n".join(block.commands()).replace(SERVER, address)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=BLOCK_SECONDS,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, f"{block.place}: {done.stderr[-2000:]}"


def run_python(text: str, page: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", text],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=BLOCK_SECONDS,
    )
    assert done.returncode == 0, f"{page}: {done.stderr[-2000:]}"


def run_doctest(block: Block, names: dict[str, object]) -> None:
    """Compare what the examples say; `names` are those of the page's blocks before, and after."""
    parsed = doctest.DocTestParser().get_doctest(block.text, names, block.place, block.page, 0)
    said: list[str] = []
    doctest.DocTestRunner().run(parsed, out=said.append, clear_globs=False)
    names |= parsed.globs
    assert not said, f"{block.place}: {''.join(said)}"


def test_every_shell_block_is_marked() -> None:
    """A block with commands says its language, so that it is run or has a reason."""
    unmarked = [
        block.place
        for page in pages()
        if page not in UNMARKED
        for block in blocks_of(page)
        if not block.language and re.search(r"^(outflank|pip|pytest)\b", block.text, re.MULTILINE)
    ]
    assert unmarked == []


def test_reasons_are_reasons() -> None:
    """What is not run, with the reason: shown by `pytest -rP` and counted."""
    skipped = [block for page in pages() for block in blocks_of(page) if block.reason]
    for block in skipped:
        print(f"{block.place}: {block.reason}")
        assert len(block.reason) >= 10, block.place
    run = sum(block.is_run for page in pages() for block in blocks_of(page))
    print(f"{run} blocks are run, {len(skipped)} are not")
    assert run > 30


def outflank_commands() -> Iterator[tuple[str, list[str]]]:
    """Every line of a block that runs `outflank`, with its place, as arguments."""
    for page in pages():
        for block in blocks_of(page):
            for line in block.text.replace("\\\n", " ").splitlines():
                found = re.match(r"^(\$ )?(nice )?outflank(?P<rest>( .*)?)$", line)
                if found:
                    # What follows two spaces describes the command; `#` begins a comment.
                    command = re.split(r"\s{2,}|\s#", found["rest"].removeprefix(" "))[0]
                    yield f"{block.place}: {line}", shlex.split(command.split(" | ")[0])


def test_commands_and_options_exist() -> None:
    """Also in blocks that are not run: no page names a command or an option that is gone."""
    root = get_command(app)
    seen = 0
    for place, words in outflank_commands():
        command: object = root
        options = [word for word in words if word.startswith("--")]
        for word in words:
            children = getattr(command, "commands", None)
            if children is None or word not in children:
                break
            command = children[word]
        else:
            assert command is root or not hasattr(command, "commands"), f"{place}: incomplete"
        if command is root and words and not words[0].startswith("-"):
            raise AssertionError(f"{place}: no such command")
        if command is root and options and options[0] not in ("--version", "--help"):
            command = root.commands["serve"]  # type: ignore[attr-defined]
        known = {name for each in command.params for name in [*each.opts, *each.secondary_opts]}  # type: ignore[attr-defined]
        unknown = {option.split("=")[0] for option in options} - known - {"--help"}
        assert not unknown, f"{place}: no such option: {unknown}"
        seen += 1
    assert seen > 100
