"""The languages: complete, with the same gaps to fill, and chosen as browsers ask."""

from __future__ import annotations

import ast
import re
import string
import unicodedata
from pathlib import Path

import pytest
from pydantic import BaseModel
from typer.testing import CliRunner

from outflank.cli.main import app
from outflank.engine.explanations import KINDS
from outflank.engine.facts import Reason as EngineReason
from outflank.engine.merits import MERITS
from outflank.engine.review import Verdict
from outflank.engine.review_settings import REVIEWS
from outflank.library.reviews import STAGES
from outflank.library.rows import ORDERS
from outflank.library.selection import OUTCOMES
from outflank.rules.game import WHITE, Reason
from outflank.web import languages
from outflank.web.api_library_models import ExploreRequest, SearchRequest
from outflank.web.lab import LIMITS
from outflank.web.languages import DEFAULT, LANGUAGES, LOCALES, language, preferred
from outflank.web.levels import LEVELS, REPORTS
from outflank.web.pages.keys import MEANINGS, SHOWN
from outflank.web.pages.lab_results import MEASURES
from outflank.web.pages.new_game import BOOKS
from outflank.web.pages.start_panel import CLOCKS, GROUPS, SIDES
from outflank.web.reasons import merit_sentences
from outflank.web.settings import BOARDS, DARKNESS, DISCS, SPEEDS, VIEWS
from outflank.web.tuning import CHOICES, FACTORS, SWITCHES, option
from outflank.web.visitor_library import SOURCES

WEB = Path(languages.__file__).parent
DOCS = Path(__file__).parents[2] / "docs"

NAMES = {"report_001", "report_002neat", "report_004"}
"""Keys of names that any language may keep: MTD(f), NEAT, PVS."""


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize(
    "key",
    [
        "why_safe_moves",
        "why_gives_stable",
        "why_missed_stable",
        "why_replies",
        "why_own_moves",
        "why_line_edge",
        "for_makes_stable",
        "for_avoids_corner",
        "for_leaves_moves",
    ],
)
def test_one_disc_or_move_is_not_a_plural(key: str) -> None:
    english = language("en")
    names = gaps(english.sentences[key])
    for number in (1, 2):
        values: dict[str, object] = dict.fromkeys(names, "f5")
        values |= dict.fromkeys(names & {"count", "other"}, number)
        said = english(key, **values)
        assert f"{number} " in said
        form = r"(discs|moves)" if number == 1 else r"(disc|move)"
        assert not re.search(rf"\b{number} ((more|other) )?{form}\b", said), said


def test_explanations_count_one_disc() -> None:
    edge = EngineReason(
        "line_edge", (("edge", "a1–h1"), ("count", 1), ("better", "b2"), ("other", 6))
    )
    said = merit_sentences([edge], WHITE, language("en"))
    assert said == ["With best play White ends with 1 disc on the edge a1–h1; after b2 with 6."]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_every_sentence_with_its_gaps(code: str) -> None:
    english, other = language("en").sentences, language(code).sentences
    assert list(other) == list(english)
    for key, sentence in english.items():
        assert other[key].strip(), key
        assert gaps(other[key]) == gaps(sentence), key


def is_latin(code: str) -> bool:
    """Whether a language is written in Latin letters, by its own name."""
    return unicodedata.name(LANGUAGES[code][0]).startswith("LATIN")


def may_stay_english(key: str, sentence: str, code: str) -> bool:
    """Names, placeholders without words, and single words that both languages may have."""
    words = "".join(text for text, *_ in string.Formatter().parse(sentence)).split()
    has_letters = any(letter.isalpha() for word in words for letter in word)
    return key in NAMES or not has_letters or (len(words) == 1 and is_latin(code))


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != DEFAULT])
def test_sentences_are_translated(code: str) -> None:
    other = language(code).sentences
    assert [
        key
        for key, sentence in language(DEFAULT).sentences.items()
        if other[key] == sentence and not may_stay_english(key, sentence, code)
    ] == []


def test_every_file_of_sentences_is_a_language() -> None:
    folder = WEB.parent / "data" / "languages"
    assert {file.stem for file in folder.iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("model", [ExploreRequest, SearchRequest])
def test_the_json_interface_takes_every_language(model: type[BaseModel]) -> None:
    assert set(model.model_json_schema()["properties"]["language"]["enum"]) == set(LANGUAGES)


@pytest.mark.parametrize("verb", ["explore", "search", "show", "stats"])
def test_the_command_line_names_every_language(verb: str) -> None:
    shown = CliRunner().invoke(app, ["db", verb, "--help"], env={"COLUMNS": "200"})
    assert f"Language of opening names: {', '.join(sorted(LANGUAGES))}." in shown.output


def test_the_documentation_names_every_language() -> None:
    settings = (DOCS / "web.md").read_text().partition("## Settings")[2].partition("\n## ")[0]
    assert [name for name in LANGUAGES.values() if name not in settings] == []


def used_keys() -> set[str]:
    """The keys that the source code names: text("key") and Entry("key", …)."""
    keys = set()
    for file in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0]
                is_key = isinstance(first, ast.Constant) and isinstance(first.value, str)
                if name in ("text", "_text", "Entry") and is_key:
                    keys.add(first.value)  # type: ignore[attr-defined]
    return keys


def built_keys() -> set[str]:
    """The keys that the source code puts together."""
    return {
        *(f"level_{level.number}{end}" for level in LEVELS for end in ("", "_is")),
        *(f"report_{program.report}{end}" for program in REPORTS for end in ("", "_is")),
        *(f"board_{name}" for name in (*BOARDS, "theme")),
        *(f"discs_{name}" for name in (*DISCS, "theme")),
        *(f"darkness_{name}" for name in (*DARKNESS, "theme")),
        *(f"speed_{name}" for name in (*SPEEDS, "theme")),
        *(f"book_{name}" for name in BOOKS),
        *(f"clock_{name}" for name in ("none", "move", "game")),
        *(f"start_{name}" for name in ("standard", "drawn", "named", "current", "pasted")),
        *(f"brush_{name}" for name in ("cycle", "black", "white", "empty")),
        *(f"verdict_{verdict.value}" for verdict in Verdict if verdict is not Verdict.BEST),
        *(f"result_{reason.name.lower()}" for reason in Reason),
        *("black", "white", "mistake", "blunder", "unfinished"),
        *("first", "previous", "next", "last", "analysis_begins", "analysis_waits"),
        *("play_black", "play_white", "two_people", "watch", "players_as_now"),
        *("accuracy", "mean_loss", "mistakes", "blunders"),
        *(f"limit_{limit}" for limit in LIMITS),
        *(f"measure_{measure}" for measure in MEASURES),
        *(f"match_{key}" for key in ("player", "wins", "draws", "losses", "discs", "time")),
        *("match_waits", "match_runs", "match_ended"),
        *(f"view_{name}" for name in (*VIEWS, "theme")),
        *(f"review_{name}" for name in REVIEWS),
        *(f"retry_{grade}" for grade in ("best", "good", "better", "worse")),
        *(f"why_{kind}" for kind in KINDS),
        *(f"for_{kind}" for kind in MERITS),
        *(action for _, action in SHOWN),
        *MEANINGS,
        *(f"tuning_{name}" for name in (*SWITCHES, *CHOICES, *FACTORS)),
        *(f"tuning_{name}_{value}" for name in CHOICES for value in option(name).choices),
        *(f"tuning_{key}" for key in ("settings", "games", "score", "elo")),
        *GROUPS,
        *SIDES,
        *CLOCKS,
        *(f"order_{order}" for order in ORDERS if order != "id"),
        *(f"won_{outcome}" for outcome in OUTCOMES),
        *(f"source_{source}" for source in SOURCES),
        *(f"stage_{stage}" for stage in STAGES),
        *(f"loss_by_{group}" for group in ("player", "folder", "colour", "stage")),
        *("import_done", "import_again", "no_games", "no_games_found", "restore"),
        *("move", "mean_score", "engine"),
        *("setup_one_side", "setup_no_moves", "setup_centre", "setup_apart"),
    }


def test_the_sentences_are_those_that_are_used() -> None:
    assert used_keys() | built_keys() == set(language("en").sentences)


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("xx", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("zh-CN,zh;q=0.9", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK,zh;q=0.8", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("xx;q=1, ja;q=0.5, zh-CN;q=0.7", "zh-Hans"),
        ("en;q=0.1, ja;q=0", "en"),
        ("ja;q=nonsense, en", "en"),
        ("," * 1000, "en"),
    ],
)
def test_the_language_that_a_browser_asks_for(header: str, code: str) -> None:
    assert preferred(header) == code


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_browser_of_each_locale_gets_its_language(code: str) -> None:
    assert preferred(LOCALES[code]) == code


def test_nicegui_has_all_languages() -> None:
    import nicegui

    folder = Path(nicegui.__file__).parent / "static" / "lang"
    assert all((folder / f"{name}.umd.prod.js").exists() for name in LOCALES.values())
