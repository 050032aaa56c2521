"""A second check that is unlike the first: does the attribution model cite the document for the insight?

The local checker asks of a document which insights it states, by weights over the insights; and the template writer
words its sentences by its answers. Attribution asks of an insight which documents support it, by weights over the
documents and a model trained on other texts; nothing is written by its answers.
"""

from __future__ import annotations

from hayrick.attribution import Attributor
from hayrick.types import Haystack

SECOND = "attribution"
"""Name of the second check."""

Pairs = frozenset[tuple[str, str]]
"""(insight, document) of some pairs."""


def attributed(haystack: Haystack) -> Pairs:
    """Find the pairs in which the default attribution model cites the document for the insight's text.

    Halves and translations are not asked about. docs/evidence/verification.md says how often each of the two checks is
    right where they differ.
    """
    attributor = Attributor(haystack.documents)
    insights = [insight for subtopic in haystack.subtopics for insight in subtopic.insights]
    return frozenset((one.id, document) for one in insights for document in attributor.cited(one.text))
