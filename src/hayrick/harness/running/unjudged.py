"""Why judgements have no value: said in notes; a function of the user's that always raises ends the command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from hayrick.judges.coverage.own import RAISED
from hayrick.types import BadInput, Judgement, Response

_LONGEST = 300


def has_parts(response: Response[Any]) -> bool:
    """Whether a response has an answer, and in a summary bullets, at which a judge must look."""
    return bool(getattr(response.answer, "bullets", response.answer is not None))


def why(rows: Iterable[Judgement]) -> str:
    """The most frequent reason of judgements without a value, on one line; "" where there is none."""
    counts = Counter(one.unparsed.reason for one in rows if one.value is None and one.unparsed is not None)
    if not counts:
        return ""
    [(reason, n)] = counts.most_common(1)
    share = f" ({n:,} of {counts.total():,})" if len(counts) > 1 else ""
    return f"{' '.join(reason.split())[:_LONGEST]}{share}"


def require_verdict(judge: str, rows: Sequence[Judgement]) -> None:
    """Refuse a function of the user's that raised whenever it was called.

    Args:
        judge: as the user named it.
        rows: its judgements of answers that have something to be judged.

    Raises:
        BadInput: none has a value, since it raised at each.
    """
    reasons = [one.unparsed.reason if one.value is None and one.unparsed is not None else "" for one in rows]
    if reasons and all(reason.startswith(RAISED) for reason in reasons):
        found = f"{reasons[0].removeprefix(RAISED)} at each of {len(reasons)} insights"
        raise BadInput(f"--judge {judge}", found, "a verdict", "Mend it and give the same command again.")
