"""A program that is wired as it should be: it must pass the type checker."""

from collections.abc import Sequence

from hayrick.estimates import Estimated, estimate
from hayrick.judges.coverage.local import LocalJudge
from hayrick.measures import citations_and_joint, coverage
from hayrick.systems.baselines import Baseline
from hayrick.types import Haystack, Judge, Score, System


def scored(haystack: Haystack, system: System, judge: Judge) -> Sequence[Estimated]:
    rows: list[Score] = []
    by_id = {subtopic.id: subtopic for subtopic in haystack.subtopics}
    for summary in system.summaries(haystack, haystack.subtopics):
        judgements = judge.judge(by_id[summary.subtopic], summary)
        rows.extend(coverage(summary, judgements))
        rows.extend(citations_and_joint(summary, judgements, haystack.held_by, "own"))
    return estimate(rows)


def of_baseline(haystack: Haystack) -> Sequence[Estimated]:
    return scored(haystack, Baseline(name="lead"), LocalJudge())
