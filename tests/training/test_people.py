"""Choices of people: who they are, how strong, and which moves they had."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.formats.wthor import read_base, write_base
from outflank.rules.game import Game
from outflank.rules.squares import PASS
from outflank.training.people import choices_of, groups_of, is_program
from tests.training.people import NAMES, write_small_base


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("base") / "small.wtb"
    write_small_base(path)
    return path


def test_programs_have_an_author() -> None:
    assert [name for name in NAMES if is_program(name)] == ["Robot (maker)"]
    assert is_program("???")
    assert is_program(" ")


def test_the_weak_and_the_strong_are_told_apart(base: Path) -> None:
    named = read_base(base)
    club, expert = groups_of([base])
    assert club.most_rating < expert.least_rating
    for group, name in ((club, "Weak Willy"), (expert, "Strong Stan")):
        players = {
            named.players[record.black if black else record.white] for record, black in group.sides
        }
        assert players == {name}
        assert group.people == 1


def test_a_choice_is_taught_or_tested_but_never_both(base: Path) -> None:
    _, expert = groups_of([base])
    taught = expert.choices(100, held_out=False, seed=1)
    tested = expert.choices(100, held_out=True, seed=1)
    assert taught == expert.choices(100, held_out=False, seed=1)
    assert taught
    assert tested
    late = {choice.position for choice in taught if choice.position.empty_count < 40}
    assert not late & {choice.position for choice in tested}


def test_choices_are_those_of_one_side_between_moves(base: Path) -> None:
    for record, game in zip(read_base(base).base.records, read_base(base).games(), strict=True):
        both = [choices_of(record, black) for black in (True, False)]
        expected = []
        replayed = Game()
        for move in game.moves():
            position = replayed.position
            if move != PASS and len(position.legal_moves()) > 1:
                expected.append((position, move, replayed.current))
            if move != PASS:
                replayed.play(move)
        found = sorted(both[0] + both[1], key=lambda choice: -choice.position.empty_count)
        assert [(one.position, one.played) for one in found] == [row[:2] for row in expected]
        for one, (_, _, node) in zip(found, expected, strict=True):
            after_a_move = node.parent is not None and not node.is_pass
            assert one.last == (node.move if after_a_move else None)


def test_a_record_is_read_up_to_its_first_illegal_move(base: Path) -> None:
    record = read_base(base).base.records[0]
    broken = type(record)(
        *(record.tournament, record.black, record.white),
        *(record.black_discs, record.theoretical_score),
        record.moves[:20] + record.moves[:1] + record.moves[21:],
    )
    shortened = choices_of(broken, True)
    assert shortened
    assert shortened == choices_of(record, True)[: len(shortened)]


def test_bases_without_names_or_with_few_games_are_refused(tmp_path: Path) -> None:
    game = Game()
    while not game.is_over():
        game.play(game.position.legal_moves()[0])
    game.tags.update(black="One", white="Other")
    write_base(tmp_path / "one.wtb", [game])
    with pytest.raises(OutflankError, match="20 games"):
        groups_of([tmp_path / "one.wtb"])
    (tmp_path / "one.jou").unlink()
    with pytest.raises(OutflankError, match="no player names"):
        groups_of([tmp_path / "one.wtb"])
