"""Metrics by name: for every human score and task whose answers are summaries.

The item's documents are the source, its gold are the reference summaries (there may be none); the answer is the
summary. Units of the judgements are metrics or dimensions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hayrick.judges.metrics.faithfulness import LOCAL_FAITHFULNESS
from hayrick.judges.metrics.judge import Metric, MetricJudge
from hayrick.judges.metrics.overlap import ROUGE_1, ROUGE_2, ROUGE_L, SOURCE_BIGRAMS, SOURCE_WORDS
from hayrick.judges.metrics.shares import KeyPointShare, SupportShare
from hayrick.judges.summaries.local import LocalSummaryJudge
from hayrick.judges.summaries.model import SummaryJudge
from hayrick.judges.summary_rating import JUDGES as RATINGS
from hayrick.judges.support.local import LocalSupport
from hayrick.judges.support.model import ModelSupport
from hayrick.protocols import JudgeMaker

LOCAL: tuple[Metric, ...] = (ROUGE_1, ROUGE_2, ROUGE_L, SOURCE_WORDS, SOURCE_BIGRAMS, LOCAL_FAITHFULNESS)
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
        "keypoints:MODEL": JudgeMaker(
            "share of a reference's key points that a language model finds in the summary",
            lambda options: KeyPointShare(SummaryJudge(options)),
        ),
        "keypoints:local": JudgeMaker(
            "share of a reference's clauses that the summary has, by the local judge of coverage",
            lambda options: KeyPointShare(LocalSummaryJudge(name=options.name)),
        ),
        "support:MODEL": JudgeMaker(
            "share of the summary's sentences that the source supports, a question to a language model for each",
            lambda options: SupportShare(options.name, ModelSupport(options)),
        ),
        "support:local": JudgeMaker(
            "share of the summary's sentences that the source supports, by shared words and numbers",
            lambda options: SupportShare(options.name, LocalSupport()),
        ),
    }
)
"""Name -> judge."""
