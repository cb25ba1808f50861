"""Time control of GTP: main time, then byo-yomi periods with a time and a number of moves each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from outflank.players.player import UNTIMED, Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSettings:
    """Seconds of main time, seconds of a byo-yomi period, and moves to make in a period.

    By the GTP specification a period with a time but no moves means no limit.
    """

    main_seconds: float
    period_seconds: float
    period_moves: int

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no limit. All zeros count as no limit, not as an immediate loss."""
        if self.period_moves == 0:
            return self.period_seconds > 0 or self.main_seconds == 0
        return self.main_seconds == 0 and self.period_seconds == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTime:
    """Remaining seconds of one side, and how many moves it must make in them.

    `moves` is 0 in main time, which has no number of moves.
    """

    settings: TimeSettings
    seconds: float
    moves: int = 0

    @classmethod
    def at_start(cls, settings: TimeSettings) -> SideTime:
        """The time of a side before its first move."""
        return cls(settings=settings, seconds=settings.main_seconds)._in_period()

    def clock(self) -> Clock:
        """The same time as a `Clock`, from which a player takes the limit of its next move."""
        if self.settings.is_unlimited:
            return UNTIMED
        if self.moves:
            return Clock(move_seconds=self.seconds / self.moves)
        return Clock(game_seconds=self.seconds, increment_seconds=self._period_share())

    def after_move(self, seconds: float) -> SideTime:
        """The remaining time after a move that took `seconds`.

        The controller's command ``time_left`` may replace it.
        """
        left = max(self.seconds - seconds, 0.0)
        if not self.moves:
            return replace(self, seconds=left)._in_period()
        if self.moves > 1:
            return replace(self, seconds=left, moves=self.moves - 1)
        return replace(self, seconds=0.0, moves=0)._in_period()

    def _in_period(self) -> SideTime:
        """Start the next period if the time is used up, else return the same time."""
        settings = self.settings
        if self.seconds > 0 or not settings.period_moves:
            return self
        return replace(self, seconds=settings.period_seconds, moves=settings.period_moves)

    def _period_share(self) -> float:
        moves = self.settings.period_moves
        return self.settings.period_seconds / moves if moves else 0.0
