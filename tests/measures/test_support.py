"""Citation recall and precision, and wanted answers: by hand, and as the released scorer has them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from bench.published.alce_human_eval import correlation, interval, means, outputs

from conforming.alce import verdicts_by_words
from conftest import SHARED
from hayrick.measures.support import (
    MARKS_MOVED,
    Verdicts,
    open_cases,
    precision,
    recall,
    support_measures,
    support_of,
)
from hayrick.measures.wanted import Wanted, list_measures, list_scores, share_named, text_measures
from hayrick.protocols import Measure
from hayrick.replies.statements import (
    CitedAnswer,
    Statement,
    read_list,
    read_statements,
    released_statements,
)
from hayrick.stats import pearson
from hayrick.types import Document, Item, Judgement, Response, Unparsed

VECTORS = SHARED / "vectors"
DOCS = (
    "Title: A\nred apple grows here",
    "Title: B\nblue sky above",
    "Title: C\ngreen grass grows",
    "red apple blue sky",
)


def scores(texts: Sequence[str], statements: Sequence[Statement]) -> tuple[float | None, float | None]:
    verdicts = verdicts_by_words(texts, statements)
    return recall(statements, verdicts), precision(statements, verdicts)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Red apple [1].", (1, 1)),
        ("Red apple blue sky [1][2].", (1, 1)),  # both are needed
        ("Red apple [1][2].", (1, 1 / 2)),  # the second is not
        ("Red apple [1, 2].", (1, 1 / 2)),
        ("Red apple blue sky [4][1].", (1, 1 / 2)),
        ("Red apple [1-3].", (1, 1 / 3)),
        ("Red apple [2][3][1][1].", (1, 1 / 3)),  # each document once, and not the first three marks
        ("Red apple [1][9].", (1, 1 / 2)),  # there is no ninth document
        ("Red apple [0].", (0, 0)),
        ("Purple cow [1][2].", (0, 0)),
        ("Red apple grows here. [1] Blue sky above. [2]", (1, 1)),
        ("Red apple [1]. Blue sky [2]. Purple cow flies [3].", (2 / 3, 2 / 3)),
        ("Here is what I found:\n\n- Red apple [1].\n- Blue sky [2].", (1, 1)),
        ("Yes. Red apple [1].", (1, 1)),  # under five characters
        ("Red apple.", (0, 0)),
        ("Yes.", (0, 0)),
        ("", (0, 0)),
    ],
)
def test_rules_by_hand(reply: str, expected: tuple[float, float]) -> None:
    assert scores(DOCS, read_statements(reply, 4).statements) == pytest.approx(expected)


def test_only_what_the_rules_need_is_asked() -> None:
    statement = Statement("s", (1, 2, 3))
    assert [one.cites for one in open_cases(statement, {})] == [(1, 2, 3)]
    assert open_cases(statement, {"s [1][2][3]": 0.0}) == []
    assert open_cases(statement, {"s [1][2][3]": None}) == []
    known: dict[str, float | None] = {"s [1][2][3]": 1.0}
    assert [one.cites for one in open_cases(statement, known)] == [(1,), (2,), (3,)]
    known |= {"s [1]": 1.0, "s [2]": 0.0, "s [3]": 0.0}
    assert [one.cites for one in open_cases(statement, known)] == [(1, 3), (1, 2)]
    known |= {"s [1][3]": 1.0, "s [1][2]": 0.0}
    assert open_cases(statement, known) == []
    assert support_of(statement, known) == (True, 2)
    assert open_cases(Statement("s", ()), {}) == []
    assert support_of(Statement("s", (), 4), {}) == (False, 0)


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ({"s [1][2]": None}, (None, None)),
        ({"s [1][2]": 1.0, "s [1]": None, "s [2]": 1.0}, (1.0, None)),
        ({"s [1][2]": 1.0, "s [1]": 1.0, "s [2]": 0.0}, (1.0, 1 / 2)),
        ({"s [1][2]": 0.0}, (0.0, 0.0)),
    ],
)
def test_a_failed_judge_leaves_unjudged_what_depends_on_it(
    verdicts: Verdicts, expected: tuple[float | None, float | None]
) -> None:
    statements = (Statement("s", (1, 2)),)
    assert (recall(statements, verdicts), precision(statements, verdicts)) == expected


ITEM: Item[Wanted] = Item(
    dataset="d",
    group="g",
    id="i",
    query="q",
    gold=(("Paris", "City of Light"), ("1889",)),
    documents=tuple(Document(id=str(n), text=text) for n, text in enumerate(DOCS, start=1)),
)


def rows(reply: str, judgements: Sequence[Judgement] = (), skips: bool = False) -> dict[str, tuple[Any, bool, bool]]:
    answer = read_statements(reply, 4) if reply else None
    response: Response[CitedAnswer] = Response(item=ITEM, system="s", context="full", answer=answer, reply=reply)
    measures: list[Measure[Wanted, CitedAnswer]] = [*text_measures(), *support_measures(unmoved=True, skips=skips)]
    measures.append(MARKS_MOVED)
    found = [row for measure in measures for row in measure.score(ITEM, response, judgements)]
    return {row.measure: (row.value, row.failed, row.unjudged) for row in found}


def judged(reply: str) -> list[Judgement]:
    answer = read_statements(reply, 4)
    verdicts = verdicts_by_words(DOCS, (*answer.statements, *answer.unmoved))
    return [Judgement(unit=unit, rater="stub", value=value) for unit, value in verdicts.items()]


def test_rows_of_a_reply_with_marks_after_the_full_stop() -> None:
    reply = "Red apple grows here. [1] Blue sky above. [2]"
    assert rows(reply, judged(reply)) == {
        "str_em": (0.0, False, False),
        "str_hit": (0.0, False, False),
        "words": (7.0, False, False),
        "support_recall": (1.0, False, False),
        "support_precision": (1.0, False, False),
        "support_recall.unmoved": (0.0, False, False),
        "support_precision.unmoved": (0.0, False, False),
        "marks_moved": (2.0, False, False),
    }


def test_silence_fails_and_an_unread_verdict_is_unjudged() -> None:
    assert all((value, failed) == (0.0, True) for value, failed, _ in rows("").values())
    assert rows("Yes.")["support_recall"] == (0.0, True, False)
    assert "support_recall" not in rows("Yes.", skips=True)
    unread = Judgement(unit="Paris in 1889. [1]", rater="j", value=None, unparsed=Unparsed(reason="x"))
    found = rows("Paris in 1889 [1].", [unread])
    assert found["support_recall"] == found["support_precision"] == (None, False, True)
    assert found["str_em"] == found["str_hit"] == (1.0, False, False)


@pytest.mark.parametrize(
    ("text", "ours", "released"),
    [
        ("It was the City of Light.", 1 / 2, 1 / 2),
        ("In 18890 Parisians", 0, 1),  # words, not characters
        ("paris", 1 / 2, 1 / 2),
        ("nothing", 0, 0),
    ],
)
def test_wanted_answers_in_a_text(text: str, ours: float, released: float) -> None:
    assert share_named(ITEM.gold, text) == ours
    assert share_named(ITEM.gold, text, released=True) == released


def test_of_one_wanted_answer_all_is_named_and_of_none_nothing() -> None:
    assert share_named((("Paris",),), "In Paris.") == 1
    assert share_named((), "In Paris.") == 0


GREEK: Wanted = (("Alpha", "A"), ("Beta",), ("Gamma",), ("Delta",), ("Epsilon",), ("Zeta",))


@pytest.mark.parametrize(
    ("reply", "precision", "recall", "top5", "items"),
    [
        ("Alpha [1], Beta [2], Gamma [3].", 1, 1 / 2, 3 / 5, 3),
        ("The answers are Alpha [1], Beta [2], and Gamma [3].", 1, 1 / 2, 3 / 5, 3),
        ("Sure! Here they are: Alpha [1], Beta [2] and Gamma [3].", 1, 1 / 2, 3 / 5, 3),
        ("Here they are:\n1. Alpha [1]\n2. **Beta** [2]\n3. Gamma [3]", 1, 1 / 2, 3 / 5, 3),
        ("Alpha, alpha, A, x", 1 / 2, 1 / 6, 1 / 5, 2),  # one answer under several names, and a wrong one
        ("Alpha; Beta; Gamma; Delta; Epsilon", 1, 5 / 6, 1, 5),
        ("x, y", 0, 0, 0, 2),
        ("", 0, 0, 0, 0),
    ],
)
def test_lists(reply: str, precision: float, recall: float, top5: float, items: int) -> None:
    found = list_scores(GREEK, read_list(reply, "which?", 3).items)
    assert (found.precision, found.recall, found.recall_top5) == pytest.approx((precision, recall, top5))
    assert found.items == items


def cases(*metrics: str) -> list[Any]:
    names = ("alce_metrics.json", "helmet_later.json")
    found = [case for name in names for case in json.loads((VECTORS / name).read_text(encoding="utf-8"))]
    return [case for case in found if case["metric"] in metrics]


def shown(case: Any) -> list[str]:
    return [f"Title: {one['title']}\n{one['text']}" for one in case["input"]["docs"]]


needs_vectors = pytest.mark.skipif(not VECTORS.is_dir(), reason="no vectors: set HAYRICK_SHARED to their folder")

OURS_DIFFERS = {
    "Red apple. [1] Blue sky [2].": (100, 100),  # the mark belongs to the sentence before
    "Red apple grows here. [1] Blue sky above. [2]": (100, 100),
    "Red apple [2][3][1][1].": (100, 100 / 3),  # a document that is cited again counts once
    "Red apple [1, 2].": (100, 50),  # cites two
    "Red apple [0].": (0, 0),  # no document has this number
}
"""Replies whose default scores differ from the original's, on purpose."""


@needs_vectors
def test_citations_of_the_released_scorer_and_where_ours_differ() -> None:
    given = cases("alce_citations")
    assert len(given) == 24
    for case in given:
        texts, reply = shown(case), case["input"]["output"]
        expected = (case["expected"]["citation_rec"], case["expected"]["citation_prec"])
        found = scores(texts, released_statements(reply, len(texts), case["input"]["at_most_citations"]))
        assert [100 * (one or 0.0) for one in found] == pytest.approx(expected), case["input"]["name"]
        ours = scores(texts, read_statements(reply, len(texts)).statements)
        assert [100 * (one or 0.0) for one in ours] == pytest.approx(OURS_DIFFERS.get(reply, expected)), reply


def test_the_measures_say_what_they_count() -> None:
    wanted = [*text_measures(), *list_measures()]
    names = [*(one.name for one in wanted), *(one.name for one in support_measures(unmoved=True))]
    assert len(set(names)) == len(names)
    assert [one.name for one in support_measures(unmoved=False) if one.main] == ["support_recall", "support_precision"]


def test_published_means_of_the_human_evaluation_and_its_correlation_with_utility(shared: Path) -> None:
    systems = outputs(shared / "data/alce_human_eval/human_eval_utility_completed.json")["asqa"]
    assert len(systems) == 4
    for rated, published in systems.values():
        assert len(rated) == 100
        assert means(rated) == pytest.approx(published, abs=1e-9)
    every = [one for rated, _ in systems.values() for one in rated]
    assert correlation(every, "str_em", pearson) == pytest.approx(0.2905, abs=5e-5)
    low, high = interval(every, "str_em")
    assert low < 0.2905 < high
