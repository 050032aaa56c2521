"""Notes printed with the numbers of whatever asked something: calls, their costs, and what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from hayrick.asking import REFUSED
from hayrick.harness.models.user_calls import PURPOSE as OWN
from hayrick.harness.naming.ensembles import Ensemble
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Call, Usage, answering
from hayrick.judges.coverage.model import CoverageJudge
from hayrick.protocols import Judge
from hayrick.records.code_prints import uncompared_of
from hayrick.records.user_code import PREFIX, code_of
from hayrick.types import Response
from hayrick.wording import counted, listed


def call_notes(
    journal: Journal,
    responses: Sequence[Response[Any]],
    failures: Mapping[str, str],
    judges: Sequence[Judge[Any, Any]],
) -> list[str]:
    """Notes on the calls of a run, one line each."""
    calls = journal.all_calls
    found = [journal.note] if journal.note else []
    unmeasured = [call for call in calls if call.purpose == OWN and call.usage == Usage() and not call.usd]
    measured = [call for call in calls if call.purpose != OWN or call.usage != Usage() or call.usd]
    if unmeasured:
        found.append(f"{counted(len(unmeasured), 'answer')} of your own systems.")
    if measured:
        found.append(_sums(measured))
    doubts = [call.doubt for call in calls if call.doubt]
    if doubts:
        found.append(
            f"{counted(len(doubts), 'call has', 'calls have')} a token count or cost that cannot be right (first: "
            f"{doubts[0]}); our own count stands in for it, or 0 where there is none."
        )
    for (model, purpose), names in answering(journal.calls.values()).items():
        if len(names) > 1:
            shown = ", ".join(f"{name} ({counted(n, 'call')})" for name, n in names.items())
            found.append(
                f"{model} ({purpose}) was answered by several models: {shown}. Its figures are of no one model."
            )
    if failures:
        first = next(iter(failures.values()))
        found.append(
            f"{counted(len(failures), 'call')} failed ({first}); give the same command again to try them again."
        )
    refused = sum(1 for one in responses if one.extra.get("stop") == REFUSED)
    if refused:
        were, count = counted(refused, "response was", "responses were"), "it counts" if refused == 1 else "they count"
        found.append(f"{were} refused, by the model or a content filter; {count} as failed.")
    shortened = sum(1 for one in responses if "shortened" in one.extra)
    if shortened:
        were = counted(shortened, "prompt was", "prompts were")
        found.append(f"{were} cut to fit --window-tokens; their rows say which documents.")
    for judge in [part for one in judges for part in parts_of(one)]:
        if isinstance(judge, CoverageJudge) and (counts := judge.agreement).n_pairs:
            same = f"{counts.n_same_label} of {counts.n_pairs} pairs of repeats agree on the label"
            found.append(f"{judge.name}: {same}, {counts.n_same_bullet} of {counts.n_linked_pairs} on the bullet.")
    return found


def over_budget(limit: float | None, journal: Journal) -> list[str]:
    """The note where more is spent than `--budget-usd` allows, though the run came to its end."""
    if limit is None or journal.paid <= limit:
        return []
    above = journal.paid - limit
    return [f"${journal.paid:.4f} are spent in this directory, ${above:.4f} more than --budget-usd {limit:g}."]


def _sums(calls: Sequence[Call]) -> str:
    """Calls by purpose, tokens and dollars; tokens in have cached reads among them, as in tables of costs."""
    purposes = Counter(call.purpose for call in calls)
    whose = ", ".join(f"{n:,} {purpose}" for purpose, n in purposes.items())
    cached = sum(call.usage.tokens_cached for call in calls)
    tokens_in = sum(call.usage.tokens_in for call in calls) + cached
    tokens_out = sum(call.usage.tokens_out for call in calls)
    known = [call.usd for call in calls if call.usd is not None]
    unpriced = sum(1 for call in calls if call.usd is None and call.purpose != OWN)
    price = [f"${sum(known):.4f}"] if known or not unpriced else []
    price += [f"{counted(unpriced, 'call')} of unknown price"] if unpriced else []
    return (
        f"{counted(len(calls), 'call')}{f' ({whose})' if len(purposes) > 1 else ''}, "
        f"{tokens_in:,} tokens in{f' ({cached:,} of them cached reads)' if cached else ''}, {tokens_out:,} out: "
        f"{' and '.join(price)}."
    )


def from_before(journal: Journal) -> list[str]:
    """Notes on the user's own endpoints, and on objects not compared in full, that are answered from a journal."""
    counts = Counter(one.model for one in journal.calls.values() if one.purpose == OWN)
    found = []
    for name, n in counts.items():
        parts = uncompared_of(code_of(name)) if name.startswith(PREFIX) else []
        unseen = f" Changes in {listed(parts, 3)} are not seen." if parts else ""
        if parts or not name.startswith(PREFIX):
            found.append(
                f"{name}: {counted(n, 'answer is that', 'answers are those')} of an earlier run, from calls.jsonl; "
                f"--fresh asks again.{unseen}"
            )
    return found


def parts_of(judge: Judge[Any, Any]) -> list[Judge[Any, Any]]:
    """The judges that an ensemble is made of; else the judge alone."""
    return [*parts_of(judge.a), *parts_of(judge.b)] if isinstance(judge, Ensemble) else [judge]
