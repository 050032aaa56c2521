"""TREC qrels and runs of a haystack, for information retrieval tools.

Source: SummHay, section 5.1 (a document's relevance to a subtopic is the number of the subtopic's insights in it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from hayrick.haystacks.relevance import known_of
from hayrick.types import Haystack


def qrels_lines(haystack: Haystack) -> Iterator[str]:
    """Lines of a qrels file: `subtopic 0 document relevance`, with white space in ids percent-encoded.

    Relevance is the number of the subtopic's insights in the document; documents that state none are listed with 0.
    """
    for subtopic in haystack.subtopics:
        for document, grade in zip(haystack.documents, known_of(haystack, subtopic).grades, strict=True):
            yield f"{_token(subtopic.id)} 0 {_token(document.id)} {int(grade)}\n"


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
