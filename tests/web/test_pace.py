"""How often something may be done."""

from __future__ import annotations

from outflank.web.pace import BURST_SECONDS, SWEEP_SECONDS, Pace, Paces


class Time:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds


def test_some_seconds_worth_may_be_done_at_once_and_then_at_the_rate() -> None:
    time = Time()
    pace = Pace(10, time.now)
    assert pace.take(int(10 * BURST_SECONDS)) == 0
    assert pace.take(1) == 0.1
    time.seconds += 0.1
    assert pace.take(1) == 0.1
    time.seconds += 1000
    assert pace.take(int(10 * BURST_SECONDS)) == 0
    assert pace.take(5) == 0.5


def test_each_key_has_its_own_pace_and_is_forgotten_when_it_has_rested() -> None:
    time = Time()
    paces = Paces(1, time.now)
    for _ in range(int(BURST_SECONDS)):
        assert paces.take("anna") == 0
    assert paces.take("anna") == 1
    assert paces.take("bert") == 0
    time.seconds += SWEEP_SECONDS + 1
    assert paces.take("carl") == 0
    assert set(paces._paces) == {"carl"}
