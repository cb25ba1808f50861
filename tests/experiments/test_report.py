"""Reports: text, tables as Markdown and CSV, figures as PNG."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from outflank.experiments.report import (
    Report,
    draw_bars,
    draw_lines,
    format_cell,
    new_figure,
    percent,
    slug,
)


def test_a_report_has_its_tables_and_figures_beside_it(tmp_path: Path) -> None:
    report = Report("a title")
    report.text("Some text.")
    report.heading("Numbers")
    report.table("The Table!", ["name", "value"], [["a|b", 12345], ["c", None]])
    report.code("X O\n. .")
    figure, panels = new_figure(2)
    draw_lines(
        panels[0], {"one": ([1, 2], [3.0, 4.0]), "two": ([1], [2.0])}, title="t", x="x", y="y"
    )
    draw_bars(panels[1], {"one": 0.3, "two": 0.7}, title="t", x="x", reference=0.5)
    report.figure("A figure", figure)
    path = report.write(tmp_path)
    assert path.read_text() == (
        "# a title\n\nSome text.\n\n## Numbers\n\n"
        "| name | value |\n|---|---|\n| a\\|b | 12,345 |\n| c |  |\n\n"
        "```\nX O\n. .\n```\n\n![A figure](a-figure.png)\n"
    )
    with (tmp_path / "the-table.csv").open() as file:
        assert list(csv.reader(file)) == [["name", "value"], ["a|b", "12345"], ["c", ""]]
    picture = (tmp_path / "a-figure.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 100_000
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "a-figure.png",
        "report.md",
        "the-table.csv",
    ]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, ""),
        ("x", "x"),
        (1_000_000, "1,000,000"),
        (1234.5, "1,234"),
        (123.4, "123"),
        (12.34, "12.3"),
        (1.234, "1.23"),
        (0.01234, "0.0123"),
        (-0.5, "-0.50"),
    ],
)
def test_numbers_have_the_digits_that_matter(cell: str | float | None, text: str) -> None:
    assert format_cell(cell) == text


def test_names_and_shares() -> None:
    assert slug("PVS, phased (report 004)") == "pvs-phased-report-004"
    assert percent(0.5, 0.01) == "50.0% ± 1.0%"
    assert percent(0.123) == "12.3%"
