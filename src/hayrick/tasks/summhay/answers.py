"""Parses replies as summaries; a reply without bullets is a failure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.replies.bullets import Compat, parse_summary
from hayrick.types import Summary


def answer_of(reply: str | Sequence[str], documents: Mapping[str, str], compat: Compat = None) -> Summary | None:
    """The summary in a reply; None if it has no bullet, which counts as a failure of the system.

    Args:
        reply: the raw text, or its lines.
        documents: see `replies.bullets.citable`.
        compat: see `replies.bullets.parse_summary`.
    """
    return readable(parse_summary(reply, documents, compat))


def readable(summary: Summary) -> Summary | None:
    """The summary, or None where it has no bullet."""
    return summary if summary.bullets else None
