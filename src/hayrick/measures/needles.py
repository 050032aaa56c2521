"""Recall of planted values: which of the values that a text holds stand in an answer, and which wrong ones do.

Source: RULER (Hsieh et al., 2024), section 3 and its scorer `string_match_all`; HELMET's `ruler_recall` is the same.
Differs: a value counts at word borders, where the originals count it inside of longer words and numbers, and a number
    may have thousands separators; `needle_recall.helmet` is the originals' rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from hayrick.measures.values import measure_of_answers
from hayrick.protocols import Measure
from hayrick.types import BadInput, Item, Judgement, Response, Score

_SEPARATED = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?!\w|[.,]\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The values that an answer should name.

    Args:
        values: at least one, all different, letter case aside.
        form: regular expression of such a value, for `others_named`.

    Raises:
        BadInput: there is no value, one is empty, or two are equal.
    """

    values: tuple[str, ...]
    form: str

    def __post_init__(self) -> None:
        folded = [value.lower() for value in self.values]
        if not all(folded) or not folded:
            raise BadInput("wanted values", "an empty value" if folded else "no value", "at least one, none empty")
        if len(set(folded)) < len(folded):
            raise BadInput("wanted values", f"'{max(folded, key=folded.count)}' more than once", "different values")


def at_word_borders(value: str, answer: str) -> bool:
    """Whether a value stands in an answer, not inside of a longer word or number; letter case does not count."""
    plain = _SEPARATED.sub(lambda number: number[0].replace(",", ""), answer)
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", plain, re.IGNORECASE) is not None


def as_substring(value: str, answer: str) -> bool:
    """Whether a value stands anywhere in an answer; letter case does not count. The originals' rule."""
    return value.lower() in answer.lower()


def _recall(name: str, stands: Callable[[str, str], bool], description: str, *, main: bool) -> Measure[Wanted, str]:
    return measure_of_answers(
        name=name,
        description=description,
        source="RULER, section 3 (string_match_all)",
        value=lambda gold, answer: sum(stands(value, answer) for value in gold.values) / len(gold.values),
        main=main,
    )


NEEDLE_RECALL = _recall(
    "needle_recall", at_word_borders, "share of the wanted values that stand in the answer", main=True
)
NEEDLE_RECALL_HELMET = _recall(
    "needle_recall.helmet",
    as_substring,
    "share of the wanted values that stand in the answer, also inside of words and numbers: the originals' rule",
    main=False,
)


def _others(item: Item[Wanted], response: Response[str], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row an item: how many other values of the same form the answer takes from the text; none where it failed.

    What the query names is no other value: a polite answer repeats it.
    """
    value = None
    if response.answer is not None:
        named = set(re.findall(rf"(?<!\w){item.gold.form}(?!\w)", response.answer)) - set(item.gold.values)
        named = {one for one in named if one not in item.query}
        value = float(sum(any(one in document.text for document in item.documents) for one in named))
    yield Score(response=response, measure=OTHERS_NAMED.name, unit=None, value=value, failed=value is None)


OTHERS_NAMED: Measure[Wanted, str] = Measure(
    name="others_named",
    description="other values of the text that stand in the answer; an answer that repeats the text names them all",
    source="ours",
    score=_others,
    heading="others named",
    bounds=(0.0, inf),
    counts="items",
    judged=False,
    main=False,
)
