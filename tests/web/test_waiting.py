"""The line that visitors wait in."""

from __future__ import annotations

from outflank.web.waiting import Line


def served(line: Line[str]) -> str:
    """Everything in the line, in the order in which it is served."""
    items = iter(lambda: line.next(lambda visitor: True), None)
    return " ".join(item for item in items if item is not None)


def line_of(*items: str) -> Line[str]:
    """A line of items whose first letter is their visitor."""
    line: Line[str] = Line()
    for item in items:
        line.join(item[0], item)
    return line


def test_visitors_take_turns_however_much_one_asks_for() -> None:
    line = line_of("a1", "a2", "a3", "a4", "b1", "c1", "c2")
    assert len(line) == 7
    assert served(line) == "a1 b1 c1 a2 c2 a3 a4"
    assert len(line) == 0


def test_a_visitor_who_is_not_ready_is_passed_over_and_keeps_its_place() -> None:
    line = line_of("a1", "b1", "c1")
    assert line.next(lambda visitor: visitor != "a") == "b1"
    assert line.place("a") == 0
    assert served(line) == "a1 c1"


def test_places_are_counted_in_visitors() -> None:
    line = line_of("a1", "a2", "b1", "c1")
    assert [line.place(visitor) for visitor in "abcd"] == [0, 1, 2, None]
    assert [line.count(visitor) for visitor in "abcd"] == [2, 1, 1, 0]


def test_who_leaves_is_not_served_and_may_leave_twice() -> None:
    line = line_of("a1", "a2", "b1")
    line.leave("a", "a1")
    line.leave("a", "a1")
    line.leave("b", "b1")
    assert line.place("b") is None
    assert not line.has_ready(lambda visitor: visitor == "b")
    assert served(line) == "a2"
