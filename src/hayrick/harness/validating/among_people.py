"""People among themselves as a row beside the judges, and what it says of these; who labelled how much."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.agreement import Agreement, Pair
from hayrick.ceiling import PEOPLE, Beside, ceiling
from hayrick.harness.validating.judged_summaries import Annotator, Validated
from hayrick.haystacks.labels import Annotated
from hayrick.report.tables import with_interval
from hayrick.stats import Interval
from hayrick.summariser_bias import SummariserBias

_NOT_AMONG_PEOPLE = (
    *("coverage_correlation", "coverage_correlation_low", "coverage_correlation_high"),
    *("label_correlation", "label_correlation_low", "label_correlation_high", "bias", "bias_low", "bias_high"),
)


def among_people(annotated: Sequence[Annotated], pairs: Sequence[Pair]) -> Validated | None:
    """What several annotators reach among themselves, as a row beside the judges; None where no insight has two labels.

    Its correlation is with the mean of the others. No judge is compared with that mean in `coverage_correlation`, so
    it stands under `coverage_correlation_left_out`, where the judges are.
    """
    found = ceiling(pairs)
    if found is None:
        return None
    none = Interval(None, None, None)
    reached = Agreement(
        linking_accuracy=found.linking.value,
        linking_accuracy_low=found.linking.low,
        linking_accuracy_high=found.linking.high,
        linking_n=found.linking_n,
        kappa_linear=found.kappa.value,
        kappa_linear_low=found.kappa.low,
        kappa_linear_high=found.kappa.high,
        n=found.n,
        n_unjudged=0,
        **dict.fromkeys(_NOT_AMONG_PEOPLE),
    )
    bias = SummariserBias((), none, none, none, 0, 0)
    beside = Beside(found.correlation, none, found.n)
    row = Validated(PEOPLE, reached, None, bias, n_summaries=len(annotated), beside=beside)
    return row._replace(annotators=annotators(annotated))


def annotators(annotated: Sequence[Annotated]) -> tuple[Annotator, ...]:
    """Who labelled summaries, and how many of their insights."""
    names = dict.fromkeys(name for one in annotated for name in one.people)
    given = {name: [one for one in annotated if name in one.people] for name in names}
    counts = {name: sum(len(one.people[name]) for one in some) for name, some in given.items()}
    every = {name: sum(len(one.subtopic.insights) for one in some) for name, some in given.items()}
    return tuple(Annotator(name, counts[name], every[name] - counts[name]) for name in names)


def unanswered(annotated: Sequence[Annotated]) -> list[str]:
    """A line on each annotator who left insights without a label."""
    return [
        f"{name}: {n_open} of {n + n_open} pairs are unanswered. They are left out, not taken for 'not covered'."
        for name, n, n_open in annotators(annotated)
        if n_open
    ]


def people_notes(found: Sequence[Validated]) -> list[str]:
    """Whether each judge agrees with people as far as they agree among themselves, or why that is unknown.

    Nothing where one person labelled alone.
    """
    reached = next((one.beside.correlation for one in found if one.judge == PEOPLE and one.beside), None)
    if reached is None:
        alone = "No pair has labels of two people, so that it is unknown how far people agree among themselves."
        return [alone] if len(found[0].annotators) > 1 else []
    if reached.value is None:
        return ["'all but one' is undefined for people: one side always has the same value."]
    said = (
        f"'all but one' is the correlation with the mean of all annotators but one, for each that can be left out: "
        f"people's own, {with_interval(reached)}, is the ceiling there. 'correlation' is with the mean of all."
    )
    return [
        said,
        *(_beside_people(one.judge, one.beside, reached) for one in found if one.judge != PEOPLE if one.beside),
    ]


def _beside_people(judge: str, own: Beside, people: Interval) -> str:
    value, low, high = own.correlation.value, people.low, people.high
    if value is None:
        return f"{judge}: no correlation with all but one annotator, since one side is constant."
    if low is None or high is None:
        place = f"beside {people.value:.3f} of people, which have no interval: there are too few subtopics"
    elif value < low:
        place = f"below people's interval [{low:.3f}, {high:.3f}]"
    else:
        where = "above" if value > high else "within"
        place = f"{where} people's interval [{low:.3f}, {high:.3f}]"
    difference = f"; difference {with_interval(own.difference)}" if own.difference.value is not None else ""
    return f"{judge}: {value:.3f} with all but one annotator is {place}{difference} (n {own.n})."
