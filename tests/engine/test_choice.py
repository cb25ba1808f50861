"""Habits of people: stages, probabilities, and files that are checked when loaded."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from outflank.engine import choice
from outflank.engine.choice import SEAL, STAGES, STRENGTHS, Habits, stage_of
from outflank.engine.perception import COLUMNS
from outflank.errors import FormatError


def test_every_number_of_empties_has_its_stage() -> None:
    stages = [stage_of(empties) for empties in range(60, 0, -1)]
    assert stages == sorted(stages)
    assert set(stages) == set(range(len(STAGES)))
    assert stage_of(12) == stage_of(7) != stage_of(13)


def test_probabilities_follow_utility_and_lapses_spread_them() -> None:
    weights = np.zeros((len(STAGES), len(COLUMNS)))
    weights[:, 0] = -1.0
    rows = np.zeros((3, len(COLUMNS)))
    rows[:, 0] = [0.0, np.log(2), 2000.0]
    np.testing.assert_allclose(Habits(weights).probabilities(30, rows), [2 / 3, 1 / 3, 0])
    with_lapses = Habits(weights, lapse=0.3).probabilities(30, rows)
    np.testing.assert_allclose(with_lapses, [0.7 * 2 / 3 + 0.1, 0.7 / 3 + 0.1, 0.1])


def test_looks_that_do_not_matter_are_known() -> None:
    weights = np.zeros((len(STAGES), len(COLUMNS)))
    assert Habits(weights).looks == 0
    weights[3, COLUMNS.index("look log loss")] = -1.0
    assert Habits(weights).looks == 2
    weights[0, COLUMNS.index("outcome")] = 0.1
    assert Habits(weights).looks == 3
    habits = choice.shipped().habits
    assert [habits[name].looks for name in STRENGTHS] == [1, 3, 3]


def test_a_file_is_read_back_as_it_was(tmp_path: Path) -> None:
    shipped = choice.shipped()
    choice.save(shipped, tmp_path / "people.bin")
    again = choice.load(tmp_path / "people.bin")
    assert again.card == shipped.card
    assert set(again.habits) == set(STRENGTHS)
    for name in STRENGTHS:
        np.testing.assert_array_equal(again.habits[name].weights, shipped.habits[name].weights)
        assert again.habits[name].lapse == shipped.habits[name].lapse


def content(**changes: object) -> bytes:
    """A file with something else in it than there should be."""
    weights = np.zeros((len(STAGES), len(COLUMNS))).tolist()
    whole: dict[str, object] = {
        "columns": COLUMNS,
        "stages": STAGES,
        "habits": {name: {"weights": weights, "lapse": 0.0} for name in STRENGTHS},
    }
    return SEAL.pack({}, json.dumps(whole | changes).encode(), level=1)


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"\x89PNG", "not a people file"),
        (content()[:-3], "damaged"),
        (content(columns=["hunger"]), "of another version"),
        (content(stages=[1]), "of another version"),
        (content(habits={}), "of another version"),
        (
            content(habits={name: {"weights": [[1.0]], "lapse": 0.0} for name in STRENGTHS}),
            "are not numbers",
        ),
    ],
)
def test_other_files_are_refused(data: bytes, part: str, tmp_path: Path) -> None:
    (tmp_path / "people.bin").write_bytes(data)
    with pytest.raises(FormatError, match=part) as caught:
        choice.load(tmp_path / "people.bin")
    assert "outflank train human" in str(caught.value)


def test_a_sound_file_is_not_refused() -> None:
    assert set(choice.from_bytes(content()).habits) == set(STRENGTHS)
