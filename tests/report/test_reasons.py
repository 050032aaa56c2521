"""Reasons of the local judge in words, with what the bullet lacks."""

from __future__ import annotations

import pytest

from hayrick.report.reasons import reason_in_words

TALKS = "In June the firm Westland is in talks with Sikorsky and Fiat about 1,200 jobs."


@pytest.mark.parametrize(
    ("reason", "bullet", "told"),
    [
        (
            "name",
            "In June Westland is in talks with Fiat and Boeing about 1,200 jobs.",
            'another name stands in its place ("Sikorsky" is not in the bullet)',
        ),
        (
            "name",
            "They talk with Boeing.",
            'another name stands in its place ("Westland", "Sikorsky", "Fiat" are not in the bullet)',
        ),
        (
            "quantity",
            "In June Westland talks with Sikorsky about 1,300 jobs.",
            'another number stands in its place ("1,200" is not in the bullet)',
        ),
        ("quantity", "In June it is about twelve hundred jobs.", "another number stands in its place"),
        ("name", None, "another name stands in its place"),
        ("hedge", "Rumour has it.", "it is told as doubtful"),
        ("The judge's own words.", "Any.", "The judge's own words."),
    ],
)
def test_a_reason_names_what_the_bullet_lacks(reason: str, bullet: str | None, told: str) -> None:
    assert reason_in_words(reason, TALKS, bullet) == told
