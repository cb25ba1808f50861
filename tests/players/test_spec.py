from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from outflank.errors import OutflankError
from outflank.players import PlayerSpec, all_players, make_player, parse_spec
from outflank.players.options import COMMON_OPTIONS, Option, Value, format_value, limit_options
from outflank.players.spec import changed_spec

SWITCH = Option("history", bool, True, "sorts moves by past cutoffs")
DEPTH, NODES, TIME = limit_options(depth=4)
EVALUATION = Option("eval", str, "table", "what leaves are worth", choices=("table", "full"))
FILE = Option("file", str, None, "where it is")


@pytest.mark.parametrize(
    ("text", "name", "given"),
    [
        ("greedy", "greedy", ()),
        (" Greedy ", "greedy", ()),
        ("greedy:", "greedy", ()),
        ("evaporation:until=40", "evaporation", (("until", 40),)),
        ("evaporation: until = 40 , seed=7", "evaporation", (("until", 40), ("seed", 7))),
        (
            "random:seed=3,random=0.5,random_first=2",
            "random",
            (("random_first", 2), ("random", 0.5), ("seed", 3)),
        ),
    ],
)
def test_reads(text: str, name: str, given: tuple[tuple[str, Value], ...]) -> None:
    assert parse_spec(text) == PlayerSpec(name, given)


def test_the_order_of_options_does_not_matter() -> None:
    one = parse_spec("evaporation:until=40,random=0.25")
    assert one == parse_spec("evaporation:random=0.25,until=40")
    assert str(one) == "evaporation:until=40,random=0.25"


def test_values_are_those_given_and_the_defaults() -> None:
    values = parse_spec("evaporation:random_first=3").values
    assert values == {
        "until": 16,
        "random_first": 3,
        "random": 0.0,
        "book": "off",
        "book_variety": 0.0,
        "seed": None,
    }


def test_an_argument_is_taken_as_it_is() -> None:
    spec = parse_spec("python:C:/my, own=/player.py:Mine")
    assert spec.argument == "C:/my, own=/player.py:Mine"
    assert spec.given == ()
    assert str(spec) == "python:C:/my, own=/player.py:Mine"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["''", "human", "roxanne"]),
        ("gredy", ["'gredy'", "did you mean greedy?", "roxanne"]),
        ("zzz:depth=3", ["'zzz'", "roxanne"]),
        ("greedy:until=3", ["greedy", "'until'", "random_first, random, book, book_variety, seed"]),
        ("evaporation:untill=3", ["'untill'", "did you mean until?", "until, random_first"]),
        ("evaporation:until=many", ["until='many'", "a whole number from 0 to 64"]),
        ("evaporation:until=65", ["until='65'", "from 0 to 64"]),
        ("evaporation:until=-1", ["until='-1'", "from 0 to 64"]),
        ("evaporation:until=", ["until=''", "from 0 to 64"]),
        ("evaporation:until", ["until", "needs a value"]),
        ("evaporation:until=4,until=5", ["until", "twice"]),
        ("evaporation:until=4,", ["''", "options"]),
        ("random:random=1.5", ["random='1.5'", "from 0 to 1"]),
        ("random:random=nan", ["random='nan'", "a number"]),
        ("random:random=1e999", ["random='1e999'", "a number"]),
        ("random:seed=" + "9" * 5000, ["seed='99", "a whole number"]),
        ("python", ["python", "FILE.py:NAME"]),
        ("python: ", ["python", "FILE.py:NAME"]),
        ("human:seed=1", ["human", "'seed'"]),
    ],
)
def test_refuses_and_names_the_value_and_the_remedy(text: str, parts: list[str]) -> None:
    with pytest.raises(OutflankError) as caught:
        parse_spec(text)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (SWITCH, "on", True),
        (SWITCH, "OFF", False),
        (DEPTH, "12", 12),
        (NODES, "100000000", 100_000_000),
        (TIME, "0.5", 0.5),
        (TIME, "1e-2", 0.01),
        (TIME, ".25", 0.25),
        (EVALUATION, "full", "full"),
        (FILE, "best.genome", "best.genome"),
    ],
)
def test_options_read_their_type(option: Option, text: str, value: Value) -> None:
    read = option.read(text)
    assert read == value
    assert type(read) is option.type
    assert option.read(format_value(read)) == read


@pytest.mark.parametrize(
    ("option", "text", "allowed"),
    [
        (SWITCH, "maybe", "on or off"),
        (SWITCH, "1", "on or off"),
        (DEPTH, "0", "a whole number from 1 to 64"),
        (DEPTH, "65", "a whole number from 1 to 64"),
        (DEPTH, "4.0", "a whole number from 1 to 64"),
        (DEPTH, "٤", "a whole number from 1 to 64"),
        (DEPTH, "1_0", "a whole number from 1 to 64"),
        (NODES, "0", "a whole number from 1"),
        (TIME, "0", "a number from 0.001"),
        (TIME, "inf", "a number from 0.001"),
        (EVALUATION, "ful", "one of table, full; did you mean full?"),
        (FILE, "", "a text"),
    ],
)
def test_options_say_what_they_allow(option: Option, text: str, allowed: str) -> None:
    with pytest.raises(OutflankError) as caught:
        option.read(text)
    assert option.name in str(caught.value)
    assert repr(text) in str(caught.value)
    assert allowed in str(caught.value)


def test_defaults_are_values_that_the_option_would_read() -> None:
    for kind in all_players():
        for option in (*kind.all_options, *limit_options(depth=6, nodes=10, time=1.0)):
            if option.default is not None:
                assert option.read(format_value(option.default)) == option.default


def test_names_are_different_and_fit_into_a_spec() -> None:
    names = [kind.name for kind in all_players()]
    assert len(set(names)) == len(names)
    for kind in all_players():
        options = [option.name for option in kind.all_options]
        assert len(set(options)) == len(options)
        for name in (kind.name, *options):
            assert name == name.lower()
            assert not set(name) & set(":,= ")


NAMES = st.sampled_from([kind.name for kind in all_players()])
OPTION_NAMES = st.sampled_from([option.name for option in COMMON_OPTIONS] + ["until", "depth"])
VALUES = st.one_of(st.integers().map(str), st.floats().map(str), st.text(max_size=8))
PARTS = st.one_of(st.tuples(OPTION_NAMES, VALUES).map("=".join), st.text(max_size=12))
SPECS = st.one_of(
    st.text(), st.tuples(NAMES, st.lists(PARTS, max_size=4).map(",".join)).map(":".join)
)


@settings(deadline=None)  # the first of a kind loads its kernels
@given(SPECS)
@example("random:=")
@example(":")
@example("random::seed=1")
@example("random:seed=1\n,random=0.1\x00")
def test_any_text_gives_a_spec_that_reads_back_or_one_line(text: str) -> None:
    try:
        spec = parse_spec(text)
    except OutflankError as error:
        refusal = str(error)
    else:
        refusal = ""
    if refusal:
        assert "\n" not in refusal
        assert len(refusal) < 400
        return
    assert parse_spec(str(spec)) == spec
    names_a_file = spec.values.get("book", "off") not in ("on", "off")
    needs_a_book = spec.values.get("book") == "off" and spec.values["book_variety"]
    if not spec.kind.takes_argument and not names_a_file and not needs_a_book:
        make_player(spec).close()


def test_the_player_bears_its_spec_as_a_name() -> None:
    assert make_player("evaporation:until=40").name == "evaporation:until=40"
    assert make_player(parse_spec("random:random_first=2")).name == "random:random_first=2"


def test_options_of_a_spec_can_be_changed() -> None:
    assert changed_spec("alphabeta:depth=6", "depth=8") == "alphabeta:depth=8"
    assert changed_spec("alphabeta:width=9,depth=6", "history=off") == (
        "alphabeta:depth=6,history=off,width=9"
    )
    assert changed_spec("alphabeta:depth=6", "pvs:time=2") == "pvs:time=2.0"
    assert changed_spec("random", "pvs") == "pvs"
    for spec, changes in (("random", "depth=3"), ("pvs", "depht=3"), ("python:x.py:Y", "depth=3")):
        with pytest.raises(OutflankError):
            changed_spec(spec, changes)
