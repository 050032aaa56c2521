"""Scored summaries as values, and what every layout must satisfy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from statistics import fmean
from types import MappingProxyType

from hayrick.types import BadInput

UNSPECIFIED = "unspecified"
"""Licence of data or annotations that state none."""

GREATEST = 1e100
"""Scores are of smaller absolute value, so that no sum or product of them overflows."""

Scale = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSummary:
    """One summary of one document, with the scores that people gave it.

    `document_id` is what intervals resample. `references` are summaries written by people. `scores` maps a dimension,
    such as faithfulness, to one number an annotator, in the annotators' order: None where one gave none, and at least
    one number. A summary without scores has no dimension.
    """

    where: str
    document_id: str
    document: str
    system: str
    summary: str
    references: tuple[str, ...] = ()
    is_human: bool = False
    """Whether a person wrote the summary."""

    scores: Mapping[str, tuple[float | None, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def mean(self, dimension: str) -> float:
        """Mean of the annotators who scored it on a dimension that it has."""
        return fmean(one for one in self.scores[dimension] if one is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanScores:
    """A corpus of scored summaries.

    Args:
        name: of the file or folder.
        layout: how it was recognised.
        summaries: those that have scores, in the file's order.
        n_unscored: summaries without any score, which are left out.
        scales: dimension -> least and greatest possible score, where they are known.
        data_licence: of documents and summaries.
        annotation_licence: of the scores.
    """

    name: str
    layout: str
    summaries: tuple[ScoredSummary, ...]
    n_unscored: int = 0
    n_by_people: int = 0
    """Scored summaries written by people that `by_systems` has left out."""

    scales: Mapping[str, Scale] = field(default_factory=lambda: MappingProxyType({}))
    data_licence: str = UNSPECIFIED
    annotation_licence: str = UNSPECIFIED

    def by_systems(self) -> HumanScores:
        """The corpus without summaries that people wrote."""
        kept = tuple(one for one in self.summaries if not one.is_human)
        return replace(self, summaries=kept, n_by_people=self.n_by_people + len(self.summaries) - len(kept))

    @property
    def dimensions(self) -> list[str]:
        """Dimensions that any summary is scored on, in the order in which they occur."""
        return list(dict.fromkeys(name for one in self.summaries for name in one.scores))


def corpus(
    name: str,
    layout: str,
    summaries: Sequence[ScoredSummary],
    scales: Mapping[str, Scale],
    licences: tuple[str, str] = (UNSPECIFIED, UNSPECIFIED),
) -> HumanScores:
    """Make a corpus of summaries after checking them; a dimension on which a summary has no number is left out.

    Raises:
        BadInput: a document or a summary is empty, a score is not finite, too great or outside its scale, a system has
            two summaries of one document, one document has two texts, or nothing is scored.
    """
    summaries = [replace(one, scores=dict(_given(one.scores))) for one in summaries]
    texts: dict[str, ScoredSummary] = {}
    seen: dict[tuple[str, str], ScoredSummary] = {}
    for one in summaries:
        for what, text in (("document", one.document), ("summary", one.summary), ("system", one.system)):
            if not text.strip():
                raise BadInput(one.where, f"the {what} is empty", "a text", "Correct or remove it.")
        if (before := seen.setdefault((one.document_id, one.system), one)) is not one:
            found = f"a second summary of document '{one.document_id}' by '{one.system}', after {before.where}"
            raise BadInput(one.where, found, "one summary of a document by each system", "Remove one of them.")
        if (before := texts.setdefault(one.document_id, one)).document != one.document:
            found = f"document '{one.document_id}' has another text than in {before.where}"
            raise BadInput(one.where, found, "one text for each document id")
        for line in _wrong_scores(one, scales):
            raise BadInput(one.where, line, "finite numbers on the scale", "Correct the score, or leave it out.")
    scored = tuple(one for one in summaries if one.scores)
    if not scored:
        raise BadInput(name, "no summary has a score", "human scores of summaries")
    return HumanScores(
        name=name,
        layout=layout,
        summaries=scored,
        n_unscored=len(summaries) - len(scored),
        scales=scales,
        data_licence=licences[0],
        annotation_licence=licences[1],
    )


def _given(scores: Mapping[str, tuple[float | None, ...]]) -> Iterator[tuple[str, tuple[float | None, ...]]]:
    return ((name, some) for name, some in scores.items() if some.count(None) < len(some))


def _wrong_scores(one: ScoredSummary, scales: Mapping[str, Scale]) -> Iterator[str]:
    for dimension, given in one.scores.items():
        values = [value for value in given if value is not None]
        if not dimension.strip():
            yield "a score on a dimension without a name"
        least, most = scales.get(dimension, (float("-inf"), float("inf")))
        for value in values:
            if not isfinite(value):
                yield f"{dimension} {value} is no finite number"
            elif abs(value) >= GREATEST:
                yield f"{dimension} {value:g} is too great a number"
            elif not least <= value <= most:
                yield f"{dimension} {value:g} is outside the scale of {least:g} to {most:g}"
