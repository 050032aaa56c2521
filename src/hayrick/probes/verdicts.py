"""A judge's verdicts on texts whose right verdict is known, and the share of them that is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from hayrick.probes.cases import Case
from hayrick.probes.probe import Probe
from hayrick.stats import Interval, mean_of_rows
from hayrick.types import Insight, Judgement


class Verdict(NamedTuple):
    """What a judge said of one insight of a probe's text."""

    case: Case
    insight: Insight
    judgement: Judgement

    @property
    def is_right(self) -> bool | None:
        """Whether it is right; None where the judge failed."""
        value = self.judgement.value
        return None if value is None else self.case.probe.is_right(value)

    @property
    def made(self) -> str | None:
        """The bullet that was made of the insight; None where the text is not made bullet by bullet."""
        text = self.case.text
        return text.bullets[text.insights.index(self.insight)] if text.is_each else None

    def row(self, judge: str) -> dict[str, object]:
        """Line of `cases.jsonl`: everything that is needed to see why a verdict is right or wrong."""
        case, said = self.case, self.judgement
        return {
            "judge": judge,
            "probe": case.probe.name,
            "haystack": case.haystack.id,
            "subtopic": case.subtopic.id,
            "insight": self.insight.id,
            "insight_text": self.insight.text,
            "made": self.made,
            "bullets": list(case.text.bullets),
            "least": case.probe.least,
            "most": case.probe.most,
            "value": said.value,
            "label": said.label,
            "bullet": said.link,
            "contradicted": said.contradicted,
            "reason": said.unparsed.reason if said.unparsed else said.reason,
            "right": self.is_right,
        }


class Figures(NamedTuple):
    """A judge on one probe."""

    probe: Probe
    right: Interval
    """Share of right verdicts among those that the judge gave; subtopics are resampled."""

    value: float | None
    """Mean of the judge's values."""

    n: int
    n_unjudged: int
    n_contradicted: int

    def row(self, judge: str) -> dict[str, object]:
        """Row of `probes.json`."""
        bounds = {"least": self.probe.least, "most": self.probe.most}
        counts = {"n": self.n, "n_unjudged": self.n_unjudged, "n_contradicted": self.n_contradicted}
        named = {"judge": judge, "probe": self.probe.name, "kind": self.probe.kind}
        return {**named, **bounds, **self.right.columns("right"), "value": self.value, **counts}


def paired(made: Sequence[Case], judgements: Iterable[Sequence[Judgement]]) -> Iterator[Verdict]:
    """Each insight that was asked about with what the judge said of it; in order."""
    for case, given in zip(made, judgements, strict=True):
        said = {one.unit: one for one in given}
        for insight in case.text.insights:
            yield Verdict(case, insight, said[insight.id])


def figures(verdicts: Sequence[Verdict], probes: Sequence[Probe]) -> Iterator[Figures]:
    """Figures of each probe of which there are texts."""
    for probe in probes:
        own = [one for one in verdicts if one.case.probe is probe]
        if not own:
            continue
        judged = [one for one in own if one.judgement.value is not None]
        values = [one.judgement.value for one in judged if one.judgement.value is not None]
        yield Figures(
            probe=probe,
            right=mean_of_rows(
                [float(bool(one.is_right)) for one in judged],
                [(one.case.haystack.id, one.case.subtopic.id) for one in judged],
            ),
            value=fmean(values) if values else None,
            n=len(judged),
            n_unjudged=len(own) - len(judged),
            n_contradicted=sum(one.judgement.contradicted for one in judged),
        )
