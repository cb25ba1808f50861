"""A chart of tournament ratings: a point for each player with its 95 % confidence interval."""

from __future__ import annotations

from typing import Any

from outflank.arena.standings import Standings
from outflank.web.pages.graph import INK

ROW_PIXELS = 26
FRAME_PIXELS = 70
LONGEST_NAME_PIXELS = 130


def chart_height(standings: Standings) -> int:
    """Height of the chart in pixels; it has one row for each player."""
    return FRAME_PIXELS + ROW_PIXELS * len(standings.rows)


def ratings_options(title: str, standings: Standings) -> dict[str, Any]:
    """The options for ECharts; error bars are drawn as box plots whose boxes have no width."""
    bars, points = [], []
    for line, row in enumerate(standings.rows):
        elo, error = round(row.rating.elo, 1), round(row.rating.error, 1)
        bars.append([elo - error, elo, elo, elo, elo + error])
        points.append({"name": f"{row.name}: {elo:+.0f} ± {error:.0f}", "value": [elo, line]})
    names = {"color": INK, "width": LONGEST_NAME_PIXELS, "overflow": "truncate", "interval": 0}
    axis_line = {"lineStyle": {"color": INK}}
    return {
        "animation": False,
        "title": {"text": title, "textStyle": {"color": INK, "fontSize": 12}, "left": 8, "top": 4},
        "grid": {"left": 14, "right": 24, "top": 34, "bottom": 8, "containLabel": True},
        # Text, not HTML: names come from a user's file.
        "tooltip": {
            "trigger": "item",
            "confine": True,
            "renderMode": "richText",
            "formatter": "{b}",
        },
        "xAxis": {
            "type": "value",
            "axisLabel": {"color": INK, "hideOverlap": True},
            "axisLine": axis_line,
            "splitLine": {"lineStyle": {"color": INK, "opacity": 0.25}},
        },
        "yAxis": {
            "type": "category",
            "data": [row.name for row in standings.rows],
            "inverse": True,
            "axisLabel": names,
            "axisLine": {**axis_line, "onZero": False},
            "axisTick": {"show": False},
        },
        "series": [
            {
                "type": "boxplot",
                "data": bars,
                "boxWidth": [6, 12],
                "silent": True,
                "itemStyle": {"color": "#2f6fb5", "borderColor": "#2f6fb5", "borderWidth": 1.5},
                "tooltip": {"show": False},
            },
            {
                "type": "scatter",
                "data": points,
                "symbolSize": 9,
                "itemStyle": {"color": "#c98a1b"},
            },
        ],
    }
