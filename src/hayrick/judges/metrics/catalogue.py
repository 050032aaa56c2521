"""Metrics by name: for every human score and task whose answers are summaries.

The item's documents are the source, its gold are the reference summaries (there may be none); the answer is the
summary. Units of the judgements are metrics or dimensions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from hayrick.encoders import package_of
from hayrick.judges.metrics.faithfulness import LOCAL_FAITHFULNESS
from hayrick.judges.metrics.judge import Metric, MetricJudge
from hayrick.judges.metrics.neural import bartscore, bertscore, factcc, summac
from hayrick.judges.metrics.overlap import (
    ROUGE_1,
    ROUGE_2,
    ROUGE_L,
    SOURCE_BIGRAMS,
    SOURCE_WORDS,
    rouge_of_llm_longeval,
)
from hayrick.judges.metrics.shares import KeyPointShare, SupportShare
from hayrick.judges.summaries.local import LocalSummaryJudge
from hayrick.judges.summaries.model import SummaryJudge
from hayrick.judges.summary_rating import JUDGES as RATINGS
from hayrick.judges.support.local import LocalSupport
from hayrick.judges.support.model import ModelSupport
from hayrick.protocols import JudgeMaker, JudgeOptions

LOCAL: tuple[Metric, ...] = (ROUGE_1, ROUGE_2, ROUGE_L, SOURCE_WORDS, SOURCE_BIGRAMS, LOCAL_FAITHFULNESS)
"""Metrics that need no model."""


def _made(metric: Metric) -> JudgeMaker[Sequence[str], str]:
    return JudgeMaker(metric.description, lambda options: _judge(options, metric))


def _judge(options: JudgeOptions, metric: Metric) -> MetricJudge:
    """A metric that is named is wanted: a missing package is an error, where a group leaves it unjudged."""
    if metric.module:
        package_of(metric.module, metric.extra)
    return MetricJudge(name=options.name, metrics=(metric,))


def _loaded(description: str, load: Callable[[JudgeOptions], Metric]) -> JudgeMaker[Sequence[str], str]:
    return JudgeMaker(f"{description} (hayrick[dense])", lambda options: _judge(options, load(options)))


JUDGES: Mapping[str, JudgeMaker[Sequence[str], str]] = MappingProxyType(
    {
        **{one.name: _made(one) for one in LOCAL},
        "local": JudgeMaker(
            "all metrics that need no model", lambda options: MetricJudge(name=options.name, metrics=LOCAL)
        ),
        "rouge1:llm-longeval": JudgeMaker(
            "ROUGE-1 F1 by py-rouge's words, for published figures (hayrick[rouge], py-rouge)",
            lambda options: _judge(options, rouge_of_llm_longeval()),
        ),
        "bertscore:NAME_OR_PATH": _loaded("F1 of embedded tokens with the best reference", bertscore),
        "bartscore:NAME_OR_PATH": _loaded("log-probability of the summary given the source", bartscore),
        "factcc:NAME_OR_PATH": _loaded("probability that the summary's sentences are correct", factcc),
        "summac:NAME_OR_PATH": _loaded("entailment of the summary's sentences by the closest of the source", summac),
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
            lambda options: SupportShare(name=options.name, decider=ModelSupport(options)),
        ),
        "support:local": JudgeMaker(
            "share of the summary's sentences that the source supports, by shared words and numbers",
            lambda options: SupportShare(name=options.name, decider=LocalSupport()),
        ),
    }
)
"""Name -> judge."""
