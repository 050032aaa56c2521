"""Replies to summaries: a summary without bullets is no answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.replies.bullets import Compat, parse_summary
from hayrick.types import Summary


def answer_of(reply: str | Sequence[str], documents: Mapping[str, str], compat: Compat = None) -> Summary | None:
    """The summary of a reply; None where it holds no bullet, which is the system's failure.

    Args:
        reply: the raw text, or its lines.
        documents: see `replies.bullets.citable`.
        compat: see `replies.bullets.parse_summary`.
    """
    return readable(parse_summary(reply, documents, compat))


def readable(summary: Summary) -> Summary | None:
    """The summary, or None where it has no bullet."""
    return summary if summary.bullets else None
