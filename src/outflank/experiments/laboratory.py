"""The environment of an experiment: its scale, executor, stored results and report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from outflank.errors import OutflankError
from outflank.experiments import EXPERIMENTS, check_name
from outflank.experiments.games import Meeting, Played, play_part
from outflank.experiments.machine import describe_machine
from outflank.experiments.report import Report, slug
from outflank.files import make_run_folder, read_json, write_json
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks

Choice = TypeVar("Choice")

ABOUT = "about.json"

GAMES_PER_TASK = 10
"""Games per task: an even number, to keep pairs together, and small enough to show progress."""


class Scale(StrEnum):
    """Amount of work: for a published report, for a preview in two minutes, or for a test."""

    FULL = "full"
    QUICK = "quick"
    TINY = "tiny"


class Laboratory:
    """One run of the experiment `name` in `folder`; an interrupted run is resumed.

    Intermediate results, called parts, are stored as JSON files in the folder.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        executor: Executor,
        scale: Scale = Scale.FULL,
        progress: Progress = SILENT,
    ) -> None:
        check_name(name)
        self.scale = scale
        self.executor = executor
        self.progress = progress
        self._folder = folder
        self._parts = folder / "parts"
        make_run_folder(self._parts)
        make_run_folder(folder)
        self._about = self._begin(name)
        self.report = Report(f"{name}: {EXPERIMENTS[name]}")
        self.report.text(self._preface(name))

    def _begin(self, name: str) -> dict[str, Any]:
        path = self._folder / ABOUT
        wanted = {"experiment": name, "scale": str(self.scale)}
        if path.exists():
            about: dict[str, Any] = read_json(path)
            if {key: about.get(key) for key in wanted} != wanted:
                raise OutflankError(
                    f"{self._folder} has {about.get('experiment')} ({about.get('scale')}); "
                    "give another folder with --out"
                )
            return about
        about = {**wanted, "machine": describe_machine()}
        write_json(path, about)
        return about

    def _preface(self, name: str) -> str:
        machine = "; ".join(f"{key}: {value}" for key, value in self._about["machine"].items())
        options = "" if self.scale is Scale.FULL else f" --{self.scale}"
        return f"Made by `outflank experiment {name}{options}`. {machine}."

    def choose(self, *, full: Choice, quick: Choice, tiny: Choice) -> Choice:
        """Return the one of the three values that belongs to the scale of this run."""
        return {Scale.FULL: full, Scale.QUICK: quick, Scale.TINY: tiny}[self.scale]

    # Parts

    def part(self, name: str, compute: Callable[[], Any]) -> Any:
        """The stored JSON value called `name`; if missing, ``compute()`` is called and stored."""
        path = self._parts / f"{slug(name)}.json"
        if not path.exists():
            write_json(path, compute())
        return read_json(path)

    def folder_for(self, name: str) -> Path:
        """A folder for results too large for JSON; it is kept when the run is resumed."""
        folder = self._parts / slug(name)
        make_run_folder(folder)
        return folder

    def parts(self, name: str, items: Sequence[Choice], compute: Callable[[Choice], Any]) -> Any:
        """The values of ``compute(item)`` for all items, each stored; progress is reported."""
        self.progress.begin(name, len(items))
        values = []
        for item in items:
            values.append(self.part(f"{name} {item}", lambda item=item: compute(item)))  # type: ignore[misc]
            self.progress.step(1)
        return values

    def play(self, meeting: Meeting) -> Played:
        """Play the games of a meeting on the executor, or load their result if it is stored."""
        name = f"{meeting.first} {meeting.second} {meeting.games} {meeting.openings} {meeting.seed}"
        return Played.from_json(self.part(name, lambda: self._play_all(meeting).as_json()))

    def _play_all(self, meeting: Meeting) -> Played:
        starts = range(0, meeting.games, GAMES_PER_TASK)
        tasks = [(meeting, start, min(start + GAMES_PER_TASK, meeting.games)) for start in starts]
        parts: dict[int, Played] = {}
        self.progress.begin(f"{meeting.first} – {meeting.second}: tasks", len(tasks))

        def finished(result: tuple[int, Played]) -> None:
            start, played = result
            parts[start] = played
            self.progress.step(len(played.scores))

        run_tasks(self.executor, _numbered_part, tasks, finished)
        return sum((parts[start] for start in starts[1:]), parts[0])

    # The report

    @property
    def report_path(self) -> Path:
        """The path of the report, which exists when the experiment is finished."""
        return self._folder / "report.md"

    def write_report(self) -> None:
        """Write the files of the report into the folder of this run."""
        self.report.write(self._folder)


def _numbered_part(meeting: Meeting, start: int, stop: int) -> tuple[int, Played]:
    return start, play_part(meeting, start, stop)
