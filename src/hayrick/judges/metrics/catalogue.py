"""Metrics by name: for every human score and task whose answers are summaries.

The item's documents are the source, its gold are the reference summaries (there may be none); the answer is the
summary. Units of the judgements are metrics or dimensions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from hayrick.encoders import package_of
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
from hayrick.judges.summaries.catalogue import local as local_summary_judge
from hayrick.judges.summaries.model import SummaryJudge
from hayrick.judges.summary_rating import JUDGES as RATINGS
from hayrick.judges.support.local import LocalSupport
from hayrick.judges.support.model import ModelSupport
from hayrick.protocols import JudgeMaker, JudgeOptions

_OVERLAPS: tuple[Metric, ...] = (ROUGE_1, ROUGE_2, ROUGE_L, SOURCE_WORDS, SOURCE_BIGRAMS)


def local_metrics() -> tuple[Metric, ...]:
    """Metrics that need no model."""
    return (*_OVERLAPS, _local_faithfulness())


def _local_faithfulness() -> Metric:
    """Local faithfulness, whose rules are loaded when it is named."""
    from hayrick.judges.metrics.faithfulness import LOCAL_FAITHFULNESS

    return LOCAL_FAITHFULNESS


def _made(metric: Metric) -> JudgeMaker[Sequence[str], str]:
    return JudgeMaker(metric.description, lambda options: _judge(options, metric))


def _judge(options: JudgeOptions, metric: Metric) -> MetricJudge:
    """A metric that is named is wanted: a missing package is an error, where a group leaves it unjudged."""
    if metric.module:
        package_of(metric.module, metric.extra)
    return MetricJudge(name=options.name, metrics=(metric,))


def _loaded(description: str, load: Callable[[JudgeOptions], Metric]) -> JudgeMaker[Sequence[str], str]:
    return JudgeMaker(description, lambda options: _judge(options, load(options)))


def _neural(description: str, load: Callable[[JudgeOptions], Metric]) -> JudgeMaker[Sequence[str], str]:
    return _loaded(f"{description} (extra dense)", load)


JUDGES: Mapping[str, JudgeMaker[Sequence[str], str]] = MappingProxyType(
    {
        **{one.name: _made(one) for one in _OVERLAPS},
        "local_faithfulness": _loaded(
            "support of the summary's sentences by the source: local judge, words, bigrams and numbers",
            lambda options: _local_faithfulness(),
        ),
        "local": JudgeMaker(
            "all metrics that need no model", lambda options: MetricJudge(name=options.name, metrics=local_metrics())
        ),
        "rouge1:llm-longeval": _loaded(
            "ROUGE-1 F1 by py-rouge's words, for published figures (extra rouge, py-rouge)",
            lambda options: rouge_of_llm_longeval(),
        ),
        "bertscore:NAME_OR_PATH": _neural("F1 of embedded tokens with the best reference", bertscore),
        "bartscore:NAME_OR_PATH": _neural("log-probability of the summary given the source", bartscore),
        "factcc:NAME_OR_PATH": _neural("probability that the summary's sentences are correct", factcc),
        "summac:NAME_OR_PATH": _neural("entailment of the summary's sentences by the closest of the source", summac),
        **RATINGS,
        "keypoints:MODEL": JudgeMaker(
            "share of a reference's key points that a language model finds in the summary",
            lambda options: KeyPointShare(SummaryJudge(options)),
        ),
        "keypoints:local": JudgeMaker(
            "share of a reference's clauses that the summary has, by the local judge of coverage",
            lambda options: KeyPointShare(local_summary_judge(options.name)),
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
