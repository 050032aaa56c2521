"""Whether a judge favours some summarisers, or short or long bullets: SummHay's table 4.

Source: SummHay, appendix A.3 and table 4; the formulas are those of its repository's notebook.
Differs: intervals over subtopics; insights without a verdict are left out on both sides and counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from hayrick.stats import Interval, jackknifed, pearson

_BLANKS = re.compile(" {2,}")


class Rated(NamedTuple):
    """One summary: mean value of its insights by a judge and by people."""

    cluster: str
    """Unit of resampling: topic and subtopic."""

    summariser: str
    judge: float | None
    """Over the insights that the judge judged, in [0, 1]; None if it judged none."""

    human: float | None
    """Over the same insights."""

    words: float | None
    """Words per bullet; None for a summary without bullets."""


class OfSummariser(NamedTuple):
    """A judge's bias for one summariser, and the number of summaries."""

    summariser: str
    bias: Interval
    n: int


class SummariserBias(NamedTuple):
    """A judge's bias by summariser, and what the length of bullets has to do with it. None means undefined."""

    summarisers: tuple[OfSummariser, ...]
    average: Interval
    """Plain mean over summarisers, however many summaries each has."""

    length_score: Interval
    """Pearson's correlation of words per bullet with the judge's mean, over summaries."""

    length_bias: Interval
    """Of words per bullet with the judge's mean minus people's."""

    n: int
    """Summaries of which the judge judged an insight."""

    n_unjudged: int


def summariser_bias(summaries: Sequence[Rated]) -> SummariserBias:
    """Measure a judge's bias by summariser and by length.

    The bias of a summary is the judge's mean minus people's; a summariser's is the mean over its summaries.

    Args:
        summaries: in any order; summarisers are listed by name.

    Returns:
        Figures with 95 % intervals for new subtopics, see `stats.jackknifed`.
    """
    judged = [one for one in summaries if one.judge is not None and one.human is not None]
    named = {name: [one for one in judged if one.summariser == name] for name in {one.summariser for one in judged}}
    measured = [one for one in judged if one.words is not None]
    return SummariserBias(
        summarisers=tuple(
            OfSummariser(name, _interval(rows, lambda these: fmean(map(_bias, these)) if these else None), len(rows))
            for name, rows in sorted(named.items())
        ),
        average=_interval(judged, _mean_over_summarisers),
        length_score=_interval(measured, lambda rows: _with_length(rows, lambda one: one.judge or 0.0)),
        length_bias=_interval(measured, lambda rows: _with_length(rows, _bias)),
        n=len(judged),
        n_unjudged=len(summaries) - len(judged),
    )


def words_per_bullet(lines: Sequence[str]) -> float | None:
    """Spaces + 1 in the bullets joined by newlines, runs of spaces as one, over the bullets; None without a bullet.

    A line break parts no words here, and a list mark counts as one: this is the notebook's count. The measure
    `words_per_bullet` of a run counts words.
    """
    return (_BLANKS.sub(" ", "\n".join(lines)).count(" ") + 1) / len(lines) if lines else None


def _bias(one: Rated) -> float:
    return (one.judge or 0.0) - (one.human or 0.0)


def _interval(rows: Sequence[Rated], figure: Callable[[Sequence[Rated]], float | None]) -> Interval:
    return jackknifed(rows, lambda one: one.cluster, figure)


def _mean_over_summarisers(rows: Sequence[Rated]) -> float | None:
    found: Mapping[str, list[float]] = {one.summariser: [] for one in rows}
    for one in rows:
        found[one.summariser].append(_bias(one))
    return fmean(map(fmean, found.values())) if found else None


def _with_length(rows: Sequence[Rated], of: Callable[[Rated], float]) -> float | None:
    return pearson([one.words or 0.0 for one in rows], [of(one) for one in rows])
