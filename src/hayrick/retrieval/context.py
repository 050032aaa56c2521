"""Contexts: passages, which are whole documents or parts of them, within a budget of cl100k tokens."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.protocols import Passage
from hayrick.retrieval.scoring import ranking, texts_of
from hayrick.text import Span
from hayrick.tokens import count_tokens, token_counts, tokenizer
from hayrick.types import BadInput, Document

GAP = "\n"
"""Separates two parts of a document if text between them was left out."""


def pack(documents: Sequence[Document], scores: Sequence[float], budget_tokens: int | None) -> tuple[Passage, ...]:
    """Choose whole documents by descending score until the budget is full; the last one is cut to fit.

    Ties are broken by stored position. Documents without text are left out. A budget of 0 gives no passage.

    Args:
        documents: in stored order.
        scores: one per document.
        budget_tokens: >= 0, or None for all documents.

    Returns:
        Passages, best first, at most one a document; each knows its tokens.

    Raises:
        BadInput: the budget is negative, or the number of scores differs from the number of documents.

    Source: SummHay, section 5.1, with 15,000 cl100k tokens and headings at no cost.
    """
    check_budget(budget_tokens)
    texts = texts_of(documents)
    if len(scores) != len(texts):
        raise BadInput("context", f"{len(scores)} scores", f"{len(texts)}, one a document")
    sizes = token_counts(texts)
    left = budget_tokens if budget_tokens is not None else sum(sizes)
    passages: list[Passage] = []
    for place in ranking(scores):
        document = documents[place]
        if not document.text.strip():
            continue
        if left <= 0:
            break
        whole = Passage(
            document=document.id,
            position=place + 1,
            text=document.text,
            spans=(Span(0, len(document.text)),),
            tokens=sizes[place],
        )
        if sizes[place] > left:
            passages.extend(found for found in [cut(whole, document, left)] if found.text.strip())
            break
        passages.append(whole)
        left -= sizes[place]
    return tuple(passages)


def cut(passage: Passage, document: Document, room_tokens: int) -> Passage:
    """Cut a passage of one part to its first tokens.

    Args:
        passage: of one part.
        document: that it is from.
        room_tokens: the most tokens that are left, >= 0.
    """
    start = passage.spans[0].start
    text = tokenizer().cut(passage.text, room_tokens)
    return Passage(
        document=document.id,
        position=passage.position,
        text=text,
        spans=(Span(start, start + len(text)),),
        tokens=count_tokens(text).n,
    )


def passage_of(document: Document, position: int, spans: Sequence[Span]) -> Passage:
    """Make a passage of parts of a document; parts separated only by white space are joined.

    Args:
        document: of which the parts are.
        position: of the document in stored order, from 1.
        spans: characters of the parts, ascending and apart.
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
        tokens=count_tokens(text).n,
    )


def check_budget(budget_tokens: int | None) -> None:
    """Reject a negative number of tokens.

    Raises:
        BadInput: it is negative.
    """
    if budget_tokens is not None and budget_tokens < 0:
        raise BadInput("context", f"a budget of {budget_tokens} tokens", "0 or more")
