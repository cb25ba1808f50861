import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.properties import (
    Bracket,
    Property,
    format_property,
    opens_a_tree,
    parse_trees,
)
from tests.formats.checks import survives
from tests.strategies import damaged


def values_of(text: str) -> tuple[str, ...]:
    """The values of the only property in `text`."""
    _, node, _ = parse_trees(text)
    assert isinstance(node, tuple)
    (entry,) = node
    return entry.values


def test_brackets_and_nodes_in_their_order() -> None:
    assert list(parse_trees(" (;A[1]BC[2] [3]\n;\n(;D[4])) ")) == [
        Bracket.OPEN,
        (Property("A", ("1",), 3), Property("BC", ("2", "3"), 7)),
        (),
        Bracket.OPEN,
        (Property("D", ("4",), 21),),
        Bracket.CLOSE,
        Bracket.CLOSE,
    ]


def test_counts_before_trees_are_skipped() -> None:
    trees = list(parse_trees("2 (;A[1])\n1(;A[2])"))
    assert trees.count(Bracket.OPEN) == 2


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r"a\]b", "a]b"),
        (r"a\\b", r"a\b"),
        (r"a\:b", "a:b"),
        ("a[b", "a[b"),
        ("a\\\nb", "ab"),
        ("a\\\r\nb", "ab"),
        ("a\\\n\rb", "ab"),
        ("a\\\rb", "ab"),
        ("a\nb", "a\nb"),
        (";)(", ";)("),
    ],
)
def test_escapes(written: str, value: str) -> None:
    assert values_of(f"(;C[{written}])") == (value,)


@given(st.text())
def test_any_value_can_be_written(value: str) -> None:
    assert values_of(f"(;{format_property('C', value)})") == (value,)


def test_value_of_a_list() -> None:
    assert Property("C", ("x",), 0).value == "x"
    with pytest.raises(FormatError, match=r"^C has 2 values; it takes one$"):
        _ = Property("C", ("x", "y"), 0).value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;A[1]", r"^line 1, column 7: the text ends inside a game; the closing \) is missing$"),
        ("(;A[1])\n)", r"^line 2, column 1: '\)' is out of place; games are written"),
        ("(;A[1])x", "^line 1, column 8: 'x' is out of place"),
        ("((;A[1]))", "^line 1, column 1: '.*' is out of place"),
        ("(;A)", r"^line 1, column 4: a property has no value, or its value has no closing \]$"),
        ("(;A[1", "^line 1, column 4: a property has no value"),
        ("(;A[1\\])", "^line 1, column 4: a property has no value"),
        (";A[1]", "^line 1, column 1: ';A.*' is out of place"),
        ("(;a[1])", "^line 1, column 3: 'a.*' is out of place"),
    ],
)
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        list(parse_trees(text))


def test_opens_a_tree() -> None:
    assert opens_a_tree("(;")
    assert opens_a_tree("12 ( ;")
    assert not opens_a_tree("(a")
    assert not opens_a_tree("f5")


@given(st.text("()[];\\AB1 \n") | damaged("(;A[1]B[2][3](;C[4])(;D[5]))"))
def test_rubbish(text: str) -> None:
    survives(lambda rubbish: list(parse_trees(rubbish)), text)
