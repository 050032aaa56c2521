"""Contexts: whole documents or parts of them within a token budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hayrick.protocols import Passage
from hayrick.retrieval.scoring import ranking, texts_of
from hayrick.text import Span
from hayrick.tokens import CL100K, count_tokens, token_counts, tokenizer
from hayrick.types import BadInput, Document

GAP = "\n"
"""Separates two parts of a document if text between them was left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Passages in the order in which they were chosen, at most one per document."""

    passages: tuple[Passage, ...]
    budget_tokens: int | None
    tokens: int
    """Tokens of all passages, including the cost of their headings."""

    encoding: str
    exact: bool
    """Whether token counts are those of the model's own tokeniser."""

    def in_stored_order(self) -> Context:
        """Return the same passages sorted by stored position."""
        return replace(self, passages=tuple(sorted(self.passages, key=lambda passage: passage.position)))


def pack(
    documents: Sequence[Document],
    scores: Sequence[float],
    budget_tokens: int | None,
    *,
    encoding: str = CL100K,
    heading_tokens: int = 0,
) -> Context:
    """Choose whole documents by descending score until the budget is full; the last one is cut to fit.

    Ties are broken by stored position. Documents without text are left out. A budget of 0 gives no passage.

    Args:
        documents: in stored order.
        scores: one per document.
        budget_tokens: >= 0, or None for all documents.
        encoding: tokeniser for counting; see `hayrick.tokens`.
        heading_tokens: tokens that a document's heading costs, >= 0.

    Returns:
        Passages, best first.

    Raises:
        BadInput: a number is negative, or the number of scores differs from the number of documents.

    Source: SummHay, section 5.1, with 15,000 cl100k tokens and headings at no cost.
    """
    check_budget(budget_tokens, heading_tokens)
    texts = texts_of(documents)
    if len(scores) != len(texts):
        raise BadInput("context", f"{len(scores)} scores", f"{len(texts)}, one a document")
    sizes = token_counts(texts, encoding)
    left = budget_tokens if budget_tokens is not None else sum(sizes) + heading_tokens * len(sizes)
    passages: list[Passage] = []
    for place in ranking(scores):
        document = documents[place]
        if not document.text.strip():
            continue
        room = left - heading_tokens
        if room <= 0:
            break
        whole = Passage(
            document=document.id,
            position=place + 1,
            text=document.text,
            spans=(Span(0, len(document.text)),),
            tokens=sizes[place],
        )
        if sizes[place] > room:
            passages.extend(found for found in [cut(whole, document, room, encoding)] if found.text.strip())
            break
        passages.append(whole)
        left -= sizes[place] + heading_tokens
    return context(passages, budget_tokens, encoding, heading_tokens)


def cut(passage: Passage, document: Document, room_tokens: int, encoding: str) -> Passage:
    """Cut a passage of one part to its first tokens.

    Args:
        passage: of one part.
        document: that it is from.
        room_tokens: the most tokens that are left, >= 0.
        encoding: name of the tokeniser that counts.
    """
    start = passage.spans[0].start
    text = tokenizer(encoding).cut(passage.text, room_tokens)
    return Passage(
        document=document.id,
        position=passage.position,
        text=text,
        spans=(Span(start, start + len(text)),),
        tokens=count_tokens(text, encoding).n,
    )


def passage_of(document: Document, position: int, spans: Sequence[Span], encoding: str) -> Passage:
    """Make a passage of parts of a document; parts separated only by white space are joined.

    Args:
        document: of which the parts are.
        position: of the document in stored order, from 1.
        spans: characters of the parts, ascending and apart.
        encoding: name of the tokeniser that counts.
    """
    joined: list[Span] = []
    for span in spans:
        if joined and not document.text[joined[-1].end : span.start].strip():
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    text = GAP.join(document.text[span.start : span.end] for span in joined)
    return Passage(
        document=document.id,
        position=position,
        text=text,
        spans=tuple(joined),
        tokens=count_tokens(text, encoding).n,
    )


def context(passages: Sequence[Passage], budget_tokens: int | None, encoding: str, heading_tokens: int) -> Context:
    """Make a context of passages.

    Args:
        passages: in the order in which they are shown.
        budget_tokens: that they were chosen for; None for no limit.
        encoding: name of the tokeniser that counted.
        heading_tokens: of the heading of each passage, >= 0.
    """
    found = tokenizer(encoding)
    return Context(
        passages=tuple(passages),
        budget_tokens=budget_tokens,
        tokens=sum(passage.tokens + heading_tokens for passage in passages),
        encoding=found.name,
        exact=found.exact,
    )


def check_budget(budget_tokens: int | None, heading_tokens: int) -> None:
    """Reject negative numbers of tokens.

    Raises:
        BadInput: one is negative.
    """
    if (budget_tokens is not None and budget_tokens < 0) or heading_tokens < 0:
        raise BadInput(
            "context", f"a budget of {budget_tokens} tokens and headings of {heading_tokens}", "0 or more of each"
        )
