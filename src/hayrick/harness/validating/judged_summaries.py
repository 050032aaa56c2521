"""What is known of a judge besides its agreement on pairs: bias by summariser and length, dollars, published figures.

Source: SummHay, tables 1 and 4.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import asdict, replace
from statistics import fmean
from typing import NamedTuple

from hayrick.agreement import Agreement, Pair
from hayrick.ceiling import Beside
from hayrick.haystacks.labels import Annotated
from hayrick.judge_differences import JudgeDifference
from hayrick.judges.combined import Stability
from hayrick.records.fields import table
from hayrick.stats import Interval
from hayrick.summariser_bias import Rated, SummariserBias, summariser_bias, words_per_bullet
from hayrick.tasks.summhay.published import MANUAL, MANUAL_USD_A_SUMMARY, USD_A_SUMMARY
from hayrick.tasks.summhay.recorded import PREFIX


class Annotator(NamedTuple):
    """A person, and how many insights of the summaries given to them they labelled, and did not."""

    name: str
    n: int
    n_unanswered: int


class Validated(NamedTuple):
    """A judge, its agreement with people, and its cost in USD; None if no model was asked or a price is unknown."""

    judge: str
    agreement: Agreement
    usd: float | None
    bias: SummariserBias
    published: tuple[str, ...] = ()
    """Names of the figures that are SummHay's own, as published, and not computed here."""

    stability: Stability = Stability(0, 0)
    """Of its answers, where it was asked several times."""

    n_summaries: int = 0
    """Labelled summaries, judged or not."""

    n_in_sample: int = 0
    """Those of them on whose insights, labelled by people, the judge was fitted."""

    shift: int = 0
    """Lines by which people's links seem to be off, -1 or 1; 0 if they do not."""

    beside: Beside | None = None
    """The judge on the labels on which people are compared among themselves; None where no insight has two labels."""

    annotators: tuple[Annotator, ...] = ()
    """Who labelled the summaries."""

    differences: tuple[JudgeDifference, ...] = ()
    """From the first judge, a figure each; none for that one, and for people."""


LEAST_LINKS = 10
"""Links of both sides from which on it is said that they seem to be one line apart."""


def shift_of(pairs: Sequence[Pair]) -> int:
    """By how many lines people's links miss the judge's: 1 or -1 where few are the same, and most are if moved so."""
    both = [(one.judge_bullet, one.human_bullet) for one in pairs]
    apart = [judge - human for judge, human in both if judge is not None and human is not None]
    if len(apart) < LEAST_LINKS or apart.count(0) >= 0.2 * len(apart):
        return 0
    return next((by for by in (-1, 1) if apart.count(by) >= 0.5 * len(apart)), 0)


def shift_note(judge: str, shift: int) -> str:
    """What is said where links seem to be one line apart; "" where they do not."""
    if not shift:
        return ""
    way = "too far" if shift < 0 else "too early"
    return (
        f"WARNING: '{judge}' and people link to other lines nearly always, and mostly to the same if people's links "
        f"are moved by one: these seem to be one line {way}. 'candidate_id' of people counts lines from 0, 'bullet_id' "
        f"of judges from 1."
    )


def flat(pairs: Sequence[Sequence[Pair]]) -> list[Pair]:
    """The pairs of all summaries."""
    return [pair for some in pairs for pair in some]


def bias_of(annotated: Sequence[Annotated], pairs: Sequence[Sequence[Pair]]) -> SummariserBias:
    """A judge's bias by summariser and length; `pairs` of each summary, in order."""
    return summariser_bias(list(_rated(annotated, pairs)))


def published_usd(annotated: Sequence[Annotated], stored: str) -> float | None:
    """Published dollars of a judge of SummHay's release for that many summaries; None for another judge."""
    usd = USD_A_SUMMARY.get(stored)
    return None if usd is None else usd * len(annotated)


def manual(annotated: Sequence[Annotated], pairs: Sequence[Sequence[Pair]]) -> Validated:
    """People among themselves, as SummHay published it, as a row beside its judges.

    What is computed here is only how length and people's own means go together.

    Args:
        annotated: all summaries.
        pairs: of each summary, with people's labels.
    """
    names = ("coverage_correlation", "linking_accuracy", "n", "usd")
    usd = MANUAL_USD_A_SUMMARY * len(annotated)
    people = [
        [replace(pair, judge_value=pair.human_value, judge_label=pair.human_label) for pair in of] for of in pairs
    ]
    own = bias_of(annotated, people)._replace(summarisers=(), average=Interval(None, None, None))
    return Validated("manual", MANUAL, usd, own, names, n_summaries=len(annotated))


def agreement_value(found: Sequence[Validated]) -> dict[str, object]:
    """Content of `agreement.json`."""
    summarisers = [row for one in found for row in _summariser_rows(one)]
    people = [{"annotator": name or None, "n": n, "n_unanswered": open} for name, n, open in found[0].annotators]
    apart = [_difference_row(each) for one in found for each in one.differences]
    rows = table([_agreement_row(one) for one in found])
    return {**rows, "differences": apart, "summarisers": summarisers, "annotators": people}


def _agreement_row(found: Validated) -> dict[str, object]:
    """Row of `agreement.json`: figures over pairs, then over summaries, then dollars, and which are published."""
    none = Interval(None, None, None)
    correlation, difference, n = found.beside or Beside(none, none, 0)
    return {
        "judge": found.judge,
        **asdict(found.agreement),
        **correlation.columns("coverage_correlation_left_out"),
        **difference.columns("difference_to_people"),
        "left_out_n": n,
        **found.bias.average.columns("summariser_bias"),
        **found.bias.length_score.columns("length_score_correlation"),
        **found.bias.length_bias.columns("length_bias_correlation"),
        "n_summaries": found.bias.n,
        "n_in_sample": found.n_in_sample,
        "usd": found.usd,
        "usd_per_summary": None if found.usd is None else found.usd / found.n_summaries,
        "published": list(found.published),
        "stability": found.stability.share,
    }


def _difference_row(one: JudgeDifference) -> dict[str, object]:
    """Row of the table "differences" of `agreement.json`: a figure of a judge less that of the first one."""
    return {
        "judge": one.judge,
        "baseline": one.baseline,
        "figure": one.figure,
        "difference": one.interval.value,
        "low": one.interval.low,
        "high": one.interval.high,
        "p": one.p,
        "p_adjusted": one.p_adjusted,
        "n": one.n,
    }


def _summariser_rows(found: Validated) -> list[dict[str, object]]:
    """Rows of the table "summarisers" of `agreement.json`, one a summariser."""
    return [
        {"judge": found.judge, "summariser": one.summariser, **one.bias.columns("bias"), "n": one.n}
        for one in found.bias.summarisers
    ]


def _rated(annotated: Sequence[Annotated], pairs: Sequence[Sequence[Pair]]) -> Iterator[Rated]:
    for one, some in zip(annotated, pairs, strict=True):
        units: dict[Hashable, list[Pair]] = {}
        for pair in some:
            if pair.judge_value is not None:
                units.setdefault(pair.unit, []).append(pair)
        judge = [fmean(pair.judge_value or 0.0 for pair in of) for of in units.values()]
        human = [fmean(pair.human_value for pair in of) for of in units.values()]
        yield Rated(
            cluster=f"{one.topic}/{one.subtopic.id}",
            summariser=_summariser(one.key),
            judge=fmean(judge) if judge else None,
            human=fmean(human) if human else None,
            words=words_per_bullet(one.lines),
        )


def _summariser(key: str) -> str:
    """The model of a stored key: what follows its last "_"; a key of another form as it is."""
    return key.rpartition("_")[2] if key.startswith(PREFIX) else key
