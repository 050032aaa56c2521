"""Sentences of the documents that resemble an insight: a bullet that tells one does not tell the insight."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from hayrick.haystacks.files import haystack_of
from hayrick.judges.coverage.local import LocalJudge, cover
from hayrick.judges.coverage.texts.unlike import Unlike, unlike
from hayrick.judges.coverage.words.reading import read
from hayrick.tasks.summhay import items_of
from hayrick.types import Bullet, Haystack, Item, Judgement, Lookalike, Response, Summary

LOAN = "The Bank of the Estuaries lends the tide company 96 million pounds, to be repaid over 27 years."
DREDGING = "The Bank of the Estuaries lent the harbour board £96 million for dredging, repayable over 27 years."
OWNED = "The pier at Skerrow, which is open to all, belongs to the town."
SOLD = "The pier at Skerrow, which is open to all, was sold to Varley."
LOOKALIKES = [[Lookalike(DREDGING)], [Lookalike(SOLD, contradicts=True)]]


@pytest.mark.parametrize(
    ("bullet", "value", "reason"),
    [
        (DREDGING, 0.4, "lookalike"),
        ("Over 27 years the harbour board must repay the Bank of the Estuaries £96 million for dredging.", 0.4, None),
        (LOAN, 1.0, None),
        ("The tide company borrows £96 million from the Bank of the Estuaries and repays it over 27 years.", 1.0, None),
        (f"{LOAN} {DREDGING}", 1.0, None),
        ("The Bank of the Estuaries lends 96 million pounds, to be repaid over 27 years.", 1.0, None),
    ],
)
def test_a_bullet_that_tells_the_lookalike_has_a_wrong_detail(bullet: str, value: float, reason: str | None) -> None:
    found = cover([LOAN, OWNED], [bullet], lookalikes=LOOKALIKES)[0]
    assert found.value >= 0.75 if value == 1.0 else found.value <= value
    assert reason in (None, found.reason)


def test_without_lookalikes_nothing_changes() -> None:
    for given in ((), [(), ()]):
        assert cover([LOAN, OWNED], [DREDGING], lookalikes=given) == cover([LOAN, OWNED], [DREDGING])
    assert cover([LOAN, OWNED], [DREDGING])[0].label == "full"


def test_a_sentence_that_says_the_opposite_contradicts() -> None:
    told, opposed = (cover([LOAN, OWNED], [SOLD], lookalikes=given)[1] for given in ((), LOOKALIKES))
    assert told.label != "none"
    assert (opposed.label, opposed.contradicted, opposed.reason) == ("none", True, "counterclaim")


def test_shares_of_what_only_one_of_them_has_decide() -> None:
    told = Unlike(frozenset("abcd"), frozenset("wxyz"), contradicts=False)
    assert told.is_told(frozenset("a"))  # 1/4 of theirs, none of the insight's own
    assert not told.is_told(frozenset("aw"))
    assert told.is_told(frozenset("abw"))  # 1/2 and 1/4
    assert not told.is_told(frozenset("abcdwxy"))  # most of the insight's own
    assert not Unlike(frozenset("abcdef"), frozenset("w"), contradicts=False).is_told(frozenset("a"))  # 1/6 < .2


def test_a_lookalike_with_no_term_of_its_own_tells_nothing() -> None:
    assert unlike(read(LOAN), [Lookalike("The Bank of the Estuaries lends 96 million pounds.")]) == []


def haystack(kind: str = "near_miss", language: str = "en") -> Haystack:
    row = {"document": "d1", "insight": "i1", "kind": kind, "text": DREDGING, "start": 0, "end": len(DREDGING)}
    return haystack_of(
        {
            "schema": 1,
            "topic": "A port",
            "language": "en",
            "statements": [{**row, "language": language}],
            "documents": [{"id": "d1", "text": f"{DREDGING} {LOAN}"}],
            "subtopics": [
                {
                    "id": "s1",
                    "title": "Money",
                    "query": "Who pays?",
                    "insights": [{"id": "i1", "text": LOAN}, {"id": "i2", "text": OWNED}],
                }
            ],
            "held_by": {"i1": ["d1"], "i2": ["d1"]},
        },
        id="port",
        where="port.json",
    )


def judged(item: Item[object], bullets: Sequence[str]) -> list[Judgement]:
    answer = Summary(bullets=tuple(Bullet(id=n, text=text) for n, text in enumerate(bullets, 1)), n_lines=len(bullets))
    response = Response(item=item, system="s", context="full", answer=answer, reply="")

    async def ask(*_: object) -> object:
        raise AssertionError("the local judge asks nobody")

    return asyncio.run(LocalJudge().judge(item, response, ask))  # type: ignore[arg-type]


def test_the_judge_of_a_run_knows_what_the_haystack_records() -> None:
    (item,) = items_of([haystack()])
    assert item.gold.lookalikes == {"i1": (Lookalike(DREDGING),)}
    loan, owned = judged(item, [DREDGING])
    assert (loan.value, loan.reason, owned.label) == (0.4, "lookalike", "none")
    (plain,) = items_of([haystack("says")])
    assert plain.gold.lookalikes == {}
    assert judged(plain, [DREDGING])[0].label == "full"


def test_sentences_in_another_language_are_left_out() -> None:
    (item,) = items_of([haystack(language="de")])
    assert item.gold.lookalikes == {}
