"""Explanations of moves: every claim in the reviews of stored games is verified."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from outflank.engine.explanations import KINDS
from outflank.engine.facts import MOST_REASONS, PlayedLine, Reason, forces_corner
from outflank.engine.merits import MERITS, merits_of
from outflank.engine.review import MoveReview, Review
from outflank.engine.review_settings import ReviewSettings
from outflank.engine.reviewing import review
from outflank.rules.position import Position
from outflank.rules.squares import PASS, parse_square
from outflank.web.languages import LANGUAGES, language
from outflank.web.reasons import merit_sentences, sentences
from tests.engine.claims import check_merit, check_proved_line, check_reason
from tests.positions import random_play_positions

GAMES = (
    # engine:human=club, then corner-greedy, against engine:human=beginner
    "e6d6c3f4c4c5d7b4f5f6g3d8g4h4c7d2f3e7d3g5h6c2h5h2c6b8b3a4e3h7h3f2h1b6c8f7g2e2d1b5a3b7g1e1a8a5"
    "f1g6e8f8h8a7a6b2g7g8c1b1a2a1",
    "d3c3b3e3f5d6d7a3c2c1e2f6b1a1c4c7g7d1b8f3f1h8g3g4a2a4a5e6f7f4f2d8c5b4e7c6b5e8b2c8b7a8d2e1b6h2"
    "h4a6a7g6h6h7g5h5g8f8g2h1g1h3",
)


@cache
def reviewed(game: str) -> Review:
    return review(game, "quick")


def mistakes() -> list[MoveReview]:
    return [move for game in GAMES for move in reviewed(game).moves if move.is_mistake]


@pytest.mark.slow
def test_every_claim_about_mistakes_is_true() -> None:
    kinds: Counter[str] = Counter()
    for mistake in mistakes():
        assert len(mistake.reasons) <= MOST_REASONS
        for reason in mistake.reasons:
            said = reason.as_dict()
            kinds[reason.kind] += 1
            if reason.kind in KINDS:
                check_reason(mistake, said)
                continue
            # A merit of the opponent's answer, or of the better move.
            if said.pop("by") == "opponent":
                check_merit(mistake.position.play(mistake.move), mistake.answer, said)
            else:
                check_merit(mistake.position, mistake.analysis.principal_variation, said)
    assert len(kinds) >= 10
    assert sum(bool(mistake.reasons) for mistake in mistakes()) >= 0.8 * len(mistakes())


def test_every_claim_about_best_moves_is_true() -> None:
    kinds: Counter[str] = Counter()
    for move in (move for game in GAMES for move in reviewed(game).moves):
        assert bool(move.merits) == (not move.is_forced)
        for merit in move.merits:
            check_merit(move.position, move.analysis.principal_variation, merit.as_dict())
            kinds[merit.kind] += 1
    assert len(kinds) >= 8


@pytest.mark.slow
def test_lines_of_exact_moves_are_proved_to_the_end() -> None:
    exact = [move for move in mistakes() if move.analysis.is_exact]
    assert exact
    for move in exact:
        check_proved_line(move.position, move.analysis.principal_variation, move.best_score)
        check_proved_line(move.position, (move.move, *move.answer), move.played_score)


def test_other_moves_have_no_reason() -> None:
    for game in GAMES:
        assert all(move.is_mistake or not move.reasons for move in reviewed(game).moves)


def test_reasons_survive_their_dictionary() -> None:
    for mistake in mistakes():
        again = tuple(Reason.from_dict(reason.as_dict()) for reason in mistake.reasons)
        assert again == mistake.reasons


# Merits of any move


def test_merits_are_true_in_positions_of_play() -> None:
    kinds: Counter[str] = Counter()
    for number, pair in enumerate(random_play_positions(3, 24)):
        position = Position(*pair)
        moves = position.legal_moves()
        if number % 5 or not moves:
            continue
        move = moves[number % len(moves)]
        merits = merits_of(position, (move,))
        assert bool(merits) == (len(moves) > 1)
        for merit in merits:
            check_merit(position, (move,), merit.as_dict())
            kinds[merit.kind] += 1
    assert {"takes_corner", "makes_pass", "gets_corner", "few_replies", "quiet"} <= set(kinds)
    assert set(kinds) <= set(MERITS)


def test_a_corner_that_can_be_taken_is_forced() -> None:
    for pair in list(random_play_positions(2, 8))[::7]:
        position = Position(*pair)
        corners = {parse_square(name) for name in ("a1", "a8", "h1", "h8")}
        if corners & set(position.legal_moves()):
            assert forces_corner(position, 1)
            assert forces_corner(position, 2)


def test_passes_belong_to_a_line() -> None:
    position = Position(0x0000000000000003, 0x0000000000000004)  # a1 b1 against c1
    assert PASS not in position.legal_moves()
    line = PlayedLine(position, position.legal_moves()[:1])
    assert line.is_whole
    assert line.first_pass(1, by_own=False) is None


# In words


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_is_said_in_every_language(code: str) -> None:
    text = language(code)
    for move in (move for game in GAMES for move in reviewed(game).moves):
        said = sentences(move, text) + merit_sentences(move.merits, move.colour, text)
        assert len(said) == len(move.reasons) + len(move.merits)
        assert not any("{" in sentence for sentence in said)


def test_a_blunder_beside_a_corner_is_explained() -> None:
    found = review("f5d6c3d3c4b3b2c2b1a1", ReviewSettings(depth=6))
    (mistake,) = [move for move in found.moves if move.number == 7]
    assert mistake.as_dict()["reasons"][0]["kind"] == "forces_corner"
    assert "b2 lets White force a corner" in sentences(mistake, language("en"))[0]
