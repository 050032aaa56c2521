"""What is said beside a run's numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick import stats
from hayrick.harness.journal import Call
from hayrick.harness.models import REFUSED, ModelJudge
from hayrick.measures import COVERAGE
from hayrick.types import Haystack, Judgement, Score, Summary


def notes(
    summaries: Sequence[Summary],
    judgements: Sequence[Judgement],
    scores: Sequence[Score],
    haystacks: Sequence[Haystack],
) -> list[str]:
    """What a reader must know besides the numbers, one line each."""
    found = []
    if scores:
        found.append(stats.design([(h.id, s.id) for h in haystacks for s in h.subtopics]).note)
    unknown = sum(len(bullet.unknown) for summary in summaries for bullet in summary.bullets)
    if unknown:
        found.append(f"{unknown} citations name no document of their haystack; they count as wrong.")
    unlinked = sum(1 for j in judgements if j.label not in (None, "none") and j.bullet is None)
    if unlinked:
        found.append(f"{unlinked} covered insights link to no bullet; their citation score is 0.")
    failed = sum(1 for summary in summaries if not summary.bullets)
    if failed:
        found.append(f"{failed} summaries are missing or hold no bullet; their insights score 0 and count as failed.")
    # Insights of failed summaries score 0 whether they are judged or not.
    unjudged = sum(1 for score in scores if score.measure == COVERAGE and score.unjudged)
    if unjudged:
        found.append(f"{unjudged} insights have no judgement; they are in no mean, rows give worst and best case.")
    spread: dict[tuple[str, str], set[str]] = {}
    for summary in summaries:
        spread.setdefault((summary.system, summary.context), set()).add(summary.haystack)
    partial = [name for name, where in spread.items() if len(where) < len(haystacks)]
    if partial:
        system, context = partial[0]
        more = f" and {len(partial) - 1} more" if len(partial) > 1 else ""
        found.append(f"{system} ({context}){more} answers only some haystacks; rows over all cover those alone.")
    return found


def call_notes(
    calls: Sequence[Call],
    summaries: Sequence[Summary],
    failures: Mapping[str, str],
    judges: Sequence[ModelJudge],
) -> list[str]:
    """What a reader must know about the calls of a run, one line each."""
    found = []
    if calls:
        usd = [call.usd for call in calls]
        known = sum(one for one in usd if one is not None)
        price = f"${known:.4f}" + (f" and {usd.count(None)} calls of unknown price" if None in usd else "")
        tokens_in = sum(call.usage.tokens_in for call in calls)
        cached = sum(call.usage.tokens_cached for call in calls)
        tokens_out = sum(call.usage.tokens_out for call in calls)
        found.append(
            f"{len(calls)} calls, {tokens_in:,} tokens in, {cached:,} cached reads, {tokens_out:,} out: {price}."
        )
    doubts = [call.doubt for call in calls if call.doubt]
    if doubts:
        found.append(
            f"{len(doubts)} calls have a token count or cost that cannot be right (first: {doubts[0]}); our own count "
            "stands in for it, or 0 where there is none."
        )
    if failures:
        first = next(iter(failures.values()))
        found.append(f"{len(failures)} calls failed ({first}); give the same command again to try them again.")
    cut = sum(1 for summary in summaries if summary.extra.get("stop") == "max_tokens")
    if cut:
        found.append(f"{cut} summaries were cut off at --max-tokens.")
    refused = sum(1 for summary in summaries if summary.extra.get("stop") == REFUSED)
    if refused:
        found.append(f"{refused} summaries were refused by a content filter; they count as failed.")
    shortened = sum(1 for summary in summaries if "shortened" in summary.extra)
    if shortened:
        found.append(f"{shortened} prompts were cut to fit --window-tokens; summaries.jsonl says which documents.")
    for one in judges:
        counts = one.agreement
        if counts.n_pairs:
            same = f"{counts.n_same_label} of {counts.n_pairs} pairs of repeats agree on the label"
            found.append(f"{one.name}: {same}, {counts.n_same_bullet} of {counts.n_linked_pairs} on the bullet.")
    return found
