"""TREC qrels and runs of a haystack, for information retrieval tools.

Source: SummHay, section 5.1 (a document's relevance to a subtopic is the number of the subtopic's insights in it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from hayrick.types import Haystack


def qrels(haystack: Haystack) -> dict[str, dict[str, int]]:
    """Relevance of every document to every subtopic: subtopic id -> document id -> number of its insights.

    Documents that state none of a subtopic's insights are listed with relevance 0.
    """
    table = {subtopic.id: {document.id: 0 for document in haystack.documents} for subtopic in haystack.subtopics}
    for subtopic in haystack.subtopics:
        for insight in subtopic.insights:
            for document in {*haystack.held_by.get(insight.id, ())}:
                table[subtopic.id][document] += 1
    return table


def qrels_lines(haystack: Haystack) -> Iterator[str]:
    """Lines of a qrels file: `subtopic 0 document relevance`, with white space in ids percent-encoded."""
    for subtopic, documents in qrels(haystack).items():
        for document, relevance in documents.items():
            yield f"{_token(subtopic)} 0 {_token(document)} {relevance}\n"


def run_lines(subtopic: str, scores: Mapping[str, float], tag: str) -> Iterator[str]:
    """Lines of a run file, best first: `subtopic Q0 document rank score tag`; ties keep the order given.

    Scores have all their digits, since tools rank by the score: what is rounded to a tie changes places there.
    """
    ranked: Iterable[tuple[str, float]] = sorted(scores.items(), key=lambda pair: -pair[1])
    for rank, (document, score) in enumerate(ranked, start=1):
        yield f"{_token(subtopic)} Q0 {_token(document)} {rank} {repr(float(score)).removesuffix('.0')} {_token(tag)}\n"


def _token(name: str) -> str:
    """Percent-encode white space and percent signs, so that distinct names stay distinct."""
    return "".join(quote(c, safe="") if c == "%" or c.isspace() else c for c in name) or "%"
