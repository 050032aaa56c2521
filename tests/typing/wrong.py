# mypy: ignore-errors
"""Programs that are wired wrongly: each marked line must fail the type checker, and no other."""

from hayrick.estimates import estimate
from hayrick.judges.coverage.local import LocalJudge
from hayrick.measures import citations_and_joint, coverage
from hayrick.systems.baselines import Baseline
from hayrick.types import Bullet, Document, Haystack, Judge, Judgement, Score, Summary, System


def judgements_are_no_scores(judgements: list[Judgement]) -> None:
    estimate(judgements)  # WRONG arg-type


def scores_are_no_judgements(summary: Summary, scores: list[Score]) -> None:
    coverage(summary, scores)  # WRONG arg-type


def a_haystack_is_no_summary(haystack: Haystack, judgements: list[Judgement]) -> None:
    coverage(haystack, judgements)  # WRONG arg-type


def citations_are_own_or_repaired(summary: Summary, judgements: list[Judgement], haystack: Haystack) -> None:
    list(citations_and_joint(summary, judgements, haystack.held_by, "ours"))  # WRONG arg-type


def a_judge_is_no_system(judge: LocalJudge) -> System:
    return judge  # WRONG return-value


def a_system_is_no_judge() -> Judge:
    return Baseline(name="lead")  # WRONG return-value


def labels_are_three(judgement: Judgement) -> bool:
    return judgement.label == "maybe"  # WRONG comparison-overlap


def cites_are_a_set_of_ids() -> Bullet:
    return Bullet(id=1, text="x", cites=frozenset({1, 2}))  # WRONG arg-type


def nouns_are_frozen(document: Document) -> None:
    document.text = "other"  # WRONG misc


def an_unjudged_value_is_no_number(judgement: Judgement) -> float:
    return judgement.value + 1  # WRONG operator
