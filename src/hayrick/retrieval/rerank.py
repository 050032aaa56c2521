"""Rerankers: a local cross-encoder, or an HTTP endpoint.

The endpoint's contract, common to several providers and servers: POST `{"query": str, "documents": [str, ...],
"top_n": int}`, with `"model": str` if one is named; the reply is `{"results": [{"index": int, "relevance_score":
number}, ...]}` in any order. This module builds requests and reads replies; the caller supplies the sender.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from hayrick.encoders import PAIRS_PER_BATCH, loaded
from hayrick.protocols import Known, Retriever
from hayrick.records.fields import is_number
from hayrick.retrieval.scoring import checked, ranking
from hayrick.types import BadInput, Document

ScorePairs = Callable[[str, Sequence[str]], Sequence[float]]
"""Query and texts -> one score per text."""

Post = Callable[[str, Mapping[str, object]], object]
"""URL and JSON request -> JSON reply; `harness.transport.http` provides one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerank:
    """Scores of a model that reads query and document together.

    Args:
        score: asks the model; made by `cross_encoder` or `endpoint`.
        model: its name or URL, for the signature.
        first: selects the documents that the model reads; the others follow in its order. None to read all.
        depth: number of documents to read if `first` is given, >= 1.
        name: name that the user gave.

    Source: SummHay, section 5.1 ("RR3" reads all documents).
    """

    score: ScorePairs
    model: str
    first: Retriever | None = None
    depth: int = 50
    name: str = "rerank"

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise BadInput(self.name, f"depth {self.depth}", "1 or more")

    @property
    def signature(self) -> str:
        """Everything that its scores depend on."""
        first = f"|depth:{self.depth}|({self.first.signature})" if self.first is not None else ""
        return f"rerank|{self.model}{first}"

    def scores(self, query: str, documents: Sequence[Document], known: Known | None = None) -> tuple[float, ...]:
        """Return the model's score of every document; documents that it did not read rank last.

        Raises:
            BadInput: the model does not return one finite score per document.
        """
        order = list(range(len(documents)))
        if self.first is not None:
            order = ranking(self.first.scores(query, documents, known))
        read = [place for place in order[: self.depth if self.first else None] if documents[place].text.strip()]
        asked = [documents[place].text for place in read]
        given = list(self.score(query, asked)) if asked else []
        if len(given) != len(asked):
            raise BadInput(self.name, f"{len(given)} scores", f"{len(asked)}, one a document")
        least = min(given, default=0.0)
        values = [0.0] * len(documents)
        unread = [place for place in order if place not in set(read)]
        for rank, place in enumerate(unread, start=1):
            values[place] = least - rank
        for place, value in zip(read, given, strict=True):
            values[place] = float(value)
        return checked(values, documents, self.name)


def cross_encoder(model: str) -> ScorePairs:
    """Load a cross-encoder of the package sentence-transformers.

    Args:
        model: name or folder; the package downloads a name that is not in its local cache.

    Raises:
        BadInput: the package is missing, or the model cannot be loaded.
    """
    found = loaded("CrossEncoder", model)

    def score(query: str, texts: Sequence[str]) -> list[float]:
        pairs = [(query, text) for text in texts]
        return [float(value) for value in found.predict(pairs, batch_size=PAIRS_PER_BATCH, show_progress_bar=False)]

    return score


def endpoint(url: str, post: Post) -> ScorePairs:
    """Make a scorer from a reranker behind an HTTP endpoint.

    Args:
        url: address of the endpoint; a fragment (`#name`) is the model's name and not sent as part of it.
        post: sends a request.
    """
    address, _, model = url.partition("#")

    def score(query: str, texts: Sequence[str]) -> list[float]:
        return read_reply(post(address, request(query, texts, model)), len(texts), address)

    return score


def request(query: str, documents: Sequence[str], model: str = "") -> dict[str, object]:
    """Body of a request for the scores of all documents."""
    named: dict[str, object] = {"model": model} if model else {}
    return {**named, "query": query, "documents": list(documents), "top_n": len(documents)}


def read_reply(reply: object, n: int, where: str) -> list[float]:
    """Read the scores of a reply, in the order of the request's documents.

    Args:
        reply: the parsed JSON value.
        n: number of documents sent.
        where: the endpoint, for the error message.

    Raises:
        BadInput: the reply has another form, or does not score every document exactly once.
    """
    results = reply.get("results") if isinstance(reply, Mapping) else None
    if not isinstance(results, list):
        raise BadInput(where, "a reply without a list 'results'", "a rerank endpoint", "Check the address.")
    scores: dict[int, float] = {}
    for result in results:
        number = result.get("index") if isinstance(result, Mapping) else None
        score = result.get("relevance_score") if isinstance(result, Mapping) else None
        sound = isinstance(number, int) and not isinstance(number, bool) and 0 <= number < n and number not in scores
        if not sound or not is_number(score) or not isfinite(score):
            raise BadInput(where, f"result {result!r}"[:200], f"an index under {n}, once, and a finite relevance_score")
        scores[int(number)] = float(score)  # type: ignore[arg-type]  # `sound` says that it is an int
    if len(scores) != n:
        raise BadInput(where, f"{len(scores)} results", f"{n}, one a document", "Does the endpoint limit 'top_n'?")
    return [scores[number] for number in range(n)]
