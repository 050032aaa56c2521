"""A metric as a judge: one number for each summary, from its source or its references."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import isfinite
from typing import NamedTuple

from hayrick.extras import install
from hayrick.judges.in_extract import ReadsSource
from hayrick.protocols import About, Ask
from hayrick.types import Item, Judgement, Response, Unparsed


class Texts(NamedTuple):
    """What a metric reads."""

    summary: str
    others: tuple[str, ...]
    """The source's documents, or the reference summaries; at least one, none of them blank."""


def _nothing(texts: Texts) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One metric: how it is computed, and what a reader must know of it.

    Args:
        name: that users give, and the unit of its judgements.
        description: what it is, in one line.
        source: paper and section, or "ours".
        compute: the value of a summary, within `bounds`.
        signature: everything that values depend on, but the texts.
        references: whether it compares with reference summaries; with the source otherwise.
        bounds: least and greatest value; may be infinite.
        explain: why a summary has its value, in a line for people; "" for nothing to say.
        module: that it imports from an optional package; "" for none.
        extra: of Hayrick, which brings that package.
    """

    name: str
    description: str
    source: str
    compute: Callable[[Texts], float]
    signature: str
    references: bool = False
    bounds: tuple[float, float] = (0.0, 1.0)
    explain: Callable[[Texts], str] = _nothing
    module: str = ""
    extra: str = ""

    @property
    def missing(self) -> str:
        """Why it cannot be computed here, and what to do; "" if it can."""
        if not self.module or find_spec(self.module):
            return ""
        return f"package {self.module} is missing: {install(self.extra)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricJudge(ReadsSource):
    """Judges a summary by metrics: a judgement for each, whose unit is the metric's name.

    A summary that is missing or blank has the least value, if that is finite. Where what a metric compares with is
    missing (no reference, a blank source, an optional package), the metric is undefined and the judgement unparsed.

    Args:
        name: as the user gave it.
        metrics: to compute, in order.
    """

    name: str
    metrics: tuple[Metric, ...]
    asks: bool = False

    @property
    def signature(self) -> str:
        """Everything that its judgements depend on."""
        return f"{self.name};{'+'.join(one.signature for one in self.metrics)}"

    @property
    def about(self) -> About:
        """Bounds of each metric, and whether one of them reads the source, which an extract can stand for."""
        reads = not all(one.references for one in self.metrics)
        return About(bounds={one.name: one.bounds for one in self.metrics}, reads_texts=reads)

    async def judge(self, item: Item[Sequence[str]], response: Response[str], ask: Ask) -> list[Judgement]:
        """One judgement for every metric; does not use `ask`."""
        return [self._judgement(one, item, response.answer or "") for one in self.metrics]

    def _judgement(self, metric: Metric, item: Item[Sequence[str]], summary: str) -> Judgement:
        given = item.gold if metric.references else [one.text for one in item.documents]
        others = tuple(text for text in given if text.strip())
        if metric.missing:
            return self._unjudged(metric, metric.missing)
        if not others:
            return self._unjudged(metric, "no reference summary" if metric.references else "no source text")
        if summary.strip():
            texts = Texts(summary, others)
            value, reason = metric.compute(texts), metric.explain(texts) or None
            return Judgement(unit=metric.name, rater=self.name, value=value, reason=reason)
        if isfinite(metric.bounds[0]):
            return Judgement(unit=metric.name, rater=self.name, value=metric.bounds[0])
        return self._unjudged(metric, "no summary")

    def _unjudged(self, metric: Metric, reason: str) -> Judgement:
        return Judgement(unit=metric.name, rater=self.name, value=None, unparsed=Unparsed(reason=reason))
