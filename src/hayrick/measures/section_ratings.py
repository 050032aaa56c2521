"""Ratings of a summary of each section of a text, 1 to 5: consistency, relevance, faithfulness, and their mean.

Source: ETHIC, section 4.1.
Differs: a section that the reply leaves out has the least rating and counts as failed; the original leaves it out of
    the mean (`section_rating.written`), so that one good section has full marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from statistics import fmean

from hayrick.protocols import Measure
from hayrick.types import Item, Judgement, Response, Score

Texts = tuple[str, ...]
"""The sections of a text, in order; an empty text for a section that is not asked about."""

Summaries = Mapping[int, str]
"""Number of a section, from 1 on -> its summary."""

CRITERIA = ("consistency", "relevance", "faithfulness")
"""Kinds of judgements: `consistency/3` is the third section's."""

LEAST, MOST = 1, 5
NAME = "section_rating"
_SOURCE = "ETHIC, section 4.1"


def unit(criterion: str, number: int) -> str:
    """Unit of a section's judgement on a criterion."""
    return f"{criterion}/{number}"


def numbers_of(texts: Texts) -> list[int]:
    """Numbers of the sections that are asked about."""
    return [number for number, text in enumerate(texts, start=1) if text]


def _rows(
    name: str, criteria: Sequence[str], *, written: bool = False
) -> Callable[[Item[Texts], Response[Summaries], Sequence[Judgement]], Iterator[Score]]:
    """One row a section: the mean over some criteria; an unread rating may be the worst or the best.

    Args:
        name: of the measure.
        criteria: over which the mean is taken.
        written: leave out the sections that the reply leaves out.
    """

    def score(item: Item[Texts], response: Response[Summaries], judgements: Sequence[Judgement]) -> Iterator[Score]:
        values = {one.unit: one.value for one in judgements}
        answer = response.answer or {}
        for number in numbers_of(item.gold):
            if number in answer:
                found = [values.get(unit(criterion, number)) for criterion in criteria]
                yield _row(response, name, str(number), found)
            elif not written:
                yield Score(response=response, measure=name, unit=str(number), value=float(LEAST), failed=True)

    return score


def _row(response: Response[Summaries], name: str, section: str, found: Sequence[float | None]) -> Score:
    read = [one for one in found if one is not None]
    if len(read) == len(found):
        return Score(response=response, measure=name, unit=section, value=fmean(read))
    worst, best = (fmean(one if one is not None else float(bound) for one in found) for bound in (LEAST, MOST))
    return Score(
        response=response,
        measure=name,
        unit=section,
        value=None,
        unjudged=True,
        extremes=(worst, best) if read else None,
    )


def _measure(
    name: str, heading: str, description: str, criteria: Sequence[str], *, main: bool = False
) -> Measure[Texts, Summaries]:
    return Measure(
        name=name,
        heading=heading,
        description=description,
        source=_SOURCE,
        score=_rows(name, criteria, written=name.endswith(".written")),
        bounds=(float(LEAST), float(MOST)),
        counts="sections",
        main=main,
    )


def _lengths(item: Item[Texts], response: Response[Summaries], judgements: Sequence[Judgement]) -> Iterator[Score]:
    """One row for each section that has a summary."""
    answer = response.answer or {}
    for number, text in enumerate(item.gold, start=1):
        if text and number in answer:
            percent = 100 * len(answer[number].split()) / max(1, len(text.split()))
            yield Score(response=response, measure=SUMMARY_LENGTH.name, unit=str(number), value=percent)


SECTION_RATING = _measure(
    NAME, "rating", "mean of a section's three ratings, 1 to 5; a section that is left out has 1", CRITERIA, main=True
)
CRITERION_RATINGS = tuple(
    _measure(f"section_{one}", one, f"{one} of a section's summary, 1 to 5; a section that is left out has 1", [one])
    for one in CRITERIA
)
WRITTEN_RATING = _measure(
    f"{NAME}.written",
    "rating (written)",
    f"{NAME} of the sections that the reply has, as ETHIC's scorer takes them",
    CRITERIA,
)
SUMMARY_LENGTH: Measure[Texts, Summaries] = Measure(
    name="summary_length",
    description="words of a section's summary for every 100 of the section; near 100 it repeats the section",
    heading="length %",
    source="ours",
    score=_lengths,
    bounds=(0.0, inf),
    counts="sections",
    judged=False,
    main=False,
)
SECTION_RATINGS: tuple[Measure[Texts, Summaries], ...] = (
    *CRITERION_RATINGS,
    WRITTEN_RATING,
    SUMMARY_LENGTH,
    SECTION_RATING,
)
