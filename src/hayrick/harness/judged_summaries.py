"""What is known of a judge besides its agreement on pairs: bias by summariser and length, dollars, published figures.

Source: SummHay, tables 1 and 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import NamedTuple

from hayrick.agreement import Agreement, Pair
from hayrick.haystacks.labels import Annotated
from hayrick.judges.combined import Stability
from hayrick.records.fields import table
from hayrick.stats import Interval
from hayrick.summariser_bias import Rated, SummariserBias, summariser_bias, words_per_bullet
from hayrick.tasks.summhay.published import MANUAL, MANUAL_USD_A_SUMMARY, USD_A_SUMMARY
from hayrick.tasks.summhay.recorded import PREFIX


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


def bias_of(annotated: Sequence[Annotated], pairs: Sequence[Pair]) -> SummariserBias:
    """A judge's bias by summariser and length; `pairs` in the order of the summaries and their insights."""
    return summariser_bias(list(_rated(annotated, pairs)))


def published_usd(annotated: Sequence[Annotated], stored: str) -> float | None:
    """Published dollars of a judge of SummHay's release for that many summaries; None for another judge."""
    usd = USD_A_SUMMARY.get(stored)
    return None if usd is None else usd * len(annotated)


def manual(annotated: Sequence[Annotated], people: Sequence[Pair]) -> Validated:
    """People among themselves, as SummHay published it, as a row beside its judges.

    The file has one label a pair. So what is computed here is only how length and people's own means go together.

    Args:
        annotated: all summaries.
        people: people's labels on both sides, in order.
    """
    names = ("coverage_correlation", "linking_accuracy", "n", "usd")
    usd = MANUAL_USD_A_SUMMARY * len(annotated)
    own = bias_of(annotated, people)._replace(summarisers=(), average=Interval(None, None, None))
    return Validated("manual", MANUAL, usd, own, names, n_summaries=len(annotated))


def agreement_value(found: Sequence[Validated]) -> dict[str, object]:
    """Content of `agreement.json`."""
    summarisers = [row for one in found for row in summariser_rows(one)]
    return {**table([agreement_row(one) for one in found]), "summarisers": summarisers}


def agreement_row(found: Validated) -> dict[str, object]:
    """Row of `agreement.json`: figures over pairs, then over summaries, then dollars, and which are published."""
    return {
        "judge": found.judge,
        **asdict(found.agreement),
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


def summariser_rows(found: Validated) -> list[dict[str, object]]:
    """Rows of the table "summarisers" of `agreement.json`, one a summariser."""
    return [
        {"judge": found.judge, "summariser": one.summariser, **one.bias.columns("bias"), "n": one.n}
        for one in found.bias.summarisers
    ]


def _rated(annotated: Sequence[Annotated], pairs: Sequence[Pair]) -> Iterator[Rated]:
    rows = iter(pairs)
    for one in annotated:
        given = [next(rows) for _ in one.subtopic.insights]
        both = [(pair.judge_value, pair.human_value) for pair in given if pair.judge_value is not None]
        yield Rated(
            cluster=f"{one.topic}/{one.subtopic.id}",
            summariser=_summariser(one.key),
            judge=fmean(judge for judge, _ in both) if both else None,
            human=fmean(human for _, human in both) if both else None,
            words=words_per_bullet(one.lines),
        )


def _summariser(key: str) -> str:
    """The model of a stored key: what follows its last "_"; a key of another form as it is."""
    return key.rpartition("_")[2] if key.startswith(PREFIX) else key
