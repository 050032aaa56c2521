"""Agreement of sets of labels: of a whole text, section by section, or of numbers that were chosen.

Source: ETHIC, section 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from hayrick.measures.values import measure_of_answers, measure_of_replies
from hayrick.protocols import A, G, Measure
from hayrick.replies.attributions import Attributed, released_chosen
from hayrick.replies.lists import released_labels
from hayrick.types import Item, Judgement, Response, Score

Sections = Mapping[str, frozenset[str]]
"""Name of a section -> its labels; no label is an answer too: that there is none."""


def f1(gold: Set[object], found: Set[object]) -> float:
    """Harmonic mean of precision and recall; 1 where neither set has a label, 0 where one of them has none.

    Source: ETHIC, section 4.1.
    Differs: both sides are sets, so that a label that is named twice costs nothing.
    """
    return 2 * len(gold & found) / (len(gold) + len(found)) if gold or found else 1.0


def set_f1(item: Item[Sections], response: Response[Sections], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row a section of the gold; a section that the answer leaves out scores 0 and counts as failed."""
    answer = response.answer or {}
    for name, gold in item.gold.items():
        found = answer.get(name)
        value = 0.0 if found is None else f1(gold, found)
        yield Score(response=response, measure=SET_F1.name, unit=name, value=value, failed=found is None)


SET_F1: Measure[Sections, Sections] = Measure(
    name="set_f1",
    description="F1 of a section's labels; a section that is left out scores 0",
    source="ETHIC, section 4.1",
    score=set_f1,
    counts="sections",
    judged=False,
)


class Agreement(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def released_f1(gold: Sequence[str], found: Sequence[str]) -> Agreement:
    """Agreement of labels in which a label of the gold that is named twice counts twice.

    Args:
        gold: labels as they are written; ["None"] where there is none.
        found: labels of a reply, in lower case.

    Source: ETHIC's released scorer at commit f1a30fe.
    """
    labels, named = [one.lower().strip(".").strip() for one in gold], set(found)
    right = len(named.intersection(labels))
    precision = right / len(named) if named else 0.0
    recall = right / len(labels) if labels else 0.0
    return Agreement(precision, recall, 2 * precision * recall / (precision + recall) if right else 0.0)


def _of_replies(name: str, of: str, value: Callable[[G, str], float]) -> Measure[G, A]:
    """Measure of replies as ETHIC's scorer reads them; a response that ours cannot read fails with 0."""
    return measure_of_replies(
        name=name,
        description=f"{of} as ETHIC's scorer reads the reply",
        source="ETHIC's released scorer, f1a30fe",
        value=value,
    )


LABEL_F1: Measure[frozenset[str], frozenset[str]] = measure_of_answers(
    name="label_f1",
    description="F1 of the labels of a whole text; 1 where there is none and the answer says so",
    source="ETHIC, section 4.1",
    value=f1,
)
RELEASED_LABEL_F1: Measure[frozenset[str], frozenset[str]] = _of_replies(
    "label_f1.ethic",
    "label_f1",
    lambda gold, reply: released_f1(sorted(gold) or ["None"], released_labels(reply)).f1,
)


def _wanted(item: Item[frozenset[int]]) -> frozenset[int]:
    """Numbers of the texts that are to be put in a category."""
    asked = str(item.tags.get("wanted_sections", "")).split(",")
    return frozenset(int(one.id) for one in item.documents if one.id.isdecimal() and (asked == [""] or one.id in asked))


def _chosen(
    item: Item[frozenset[int]], response: Response[Attributed], judgements: Sequence[Judgement]
) -> Iterator[Score]:
    answer, value = response.answer, 0.0
    if answer is not None:
        left_out = _wanted(item) - answer.chosen - answer.others
        value = f1(item.gold, answer.chosen | (left_out - item.gold))
    yield Score(response=response, measure=CHOSEN_F1.name, unit=None, value=value, failed=answer is None)


CHOSEN_F1: Measure[frozenset[int], Attributed] = Measure(
    name="chosen_f1",
    description="F1 of the numbers in the first category; texts in no category are wrong, a right 'none' is 1",
    source="ETHIC, section 4.1; texts that are left out: ours",
    score=_chosen,
    counts="items",
    judged=False,
)
RELEASED_CHOSEN_F1: Measure[frozenset[int], Attributed] = _of_replies(
    "chosen_f1.ethic",
    "chosen_f1, for which a right 'none' scores 0,",
    lambda gold, reply: released_f1([*map(str, sorted(gold))] or ["None"], released_chosen(reply) or [""]).f1,
)


def _placed(
    item: Item[frozenset[int]], response: Response[Attributed], judgements: Sequence[Judgement]
) -> Iterator[Score]:
    """One row an item with documents: share of them that the answer puts in one of both categories."""
    if not item.documents:
        return
    answer = response.answer or Attributed(frozenset())
    wanted = _wanted(item)
    if not wanted:
        return
    placed = wanted & (answer.chosen | answer.others)
    failed = response.answer is None
    yield Score(response=response, measure=TEXTS_PLACED.name, unit=None, value=len(placed) / len(wanted), failed=failed)


TEXTS_PLACED: Measure[frozenset[int], Attributed] = Measure(
    name="texts_placed",
    description="share of the texts, by their numbers, that the answer puts in one of both categories",
    source="ours",
    score=_placed,
    counts="items",
    judged=False,
    main=False,
)
