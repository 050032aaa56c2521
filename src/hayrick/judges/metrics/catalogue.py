"""Metrics by name: for every human score and task whose answers are summaries.

The item's documents are the source, its gold are the reference summaries (there may be none); the answer is the
summary. Units of the judgements are metrics or dimensions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hayrick.judges.metrics.judge import Metric, MetricJudge
from hayrick.judges.metrics.overlap import ROUGE_1, ROUGE_2, ROUGE_L, SOURCE_BIGRAMS, SOURCE_WORDS
from hayrick.judges.summary_rating import JUDGES as RATINGS
from hayrick.protocols import JudgeMaker

LOCAL: tuple[Metric, ...] = (ROUGE_1, ROUGE_2, ROUGE_L, SOURCE_WORDS, SOURCE_BIGRAMS)
"""Metrics that need no model."""


def _made(metric: Metric) -> JudgeMaker[Sequence[str], str]:
    return JudgeMaker(metric.description, lambda options: MetricJudge(name=options.name, metrics=(metric,)))


JUDGES: Mapping[str, JudgeMaker[Sequence[str], str]] = MappingProxyType(
    {
        **{one.name: _made(one) for one in LOCAL},
        "local": JudgeMaker(
            "all metrics that need no model", lambda options: MetricJudge(name=options.name, metrics=LOCAL)
        ),
        **RATINGS,
    }
)
"""Name -> judge."""
