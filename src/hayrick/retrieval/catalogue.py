"""Names that users give -> retrievers and contexts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, cast
from urllib.parse import parse_qsl

from hayrick.protocols import Known, Retriever
from hayrick.records.parameters import Parameters
from hayrick.retrieval.baselines import Oracle, Position, Random, Released
from hayrick.retrieval.bm25 import BM25, Feedback
from hayrick.retrieval.context import Context, pack
from hayrick.retrieval.dense import Dense, sentence_encoder
from hayrick.retrieval.extract import Extraction, extract
from hayrick.retrieval.fusion import RRF
from hayrick.retrieval.keywords import Keywords
from hayrick.retrieval.rerank import Post, Rerank, cross_encoder, endpoint
from hayrick.retrieval.user_function import user_retriever
from hayrick.retrieval.votes import Votes
from hayrick.tokens import CL100K
from hayrick.types import BadInput, Document


class Entry(NamedTuple):
    """One line of the list of retrievers."""

    name: str
    description: str
    needs: str


RETRIEVERS = (
    Entry("keywords", "share of the query's words that a document holds, as in SummHay", "nothing"),
    Entry("bm25", "BM25; ?k1=2&b=0.75", "nothing"),
    Entry("bm25rm3", "BM25 with relevance feedback; ?documents=5&terms=100&query_weight=0.3", "nothing"),
    Entry("votes", "documents by their sentences that relevant documents repeat", "nothing"),
    Entry("dense:MODEL", "cosine of embeddings; ?mode=document|sentence&query=PREFIX&passage=PREFIX", "hayrick[dense]"),
    Entry("rerank:MODEL", "cross-encoder by name or folder; ?first=bm25&depth=50", "hayrick[dense]"),
    Entry(
        "rerank:URL#MODEL", "reranker behind an HTTP endpoint", "the endpoint; HAYRICK_RERANK_KEY where it wants a key"
    ),
    Entry("rrf:NAME,NAME", "reciprocal rank fusion of retrievers; ?k=60", "what they need"),
    Entry("oracle", "number of the wanted insights in the document", "gold data"),
    Entry("random", "chance; ?seed=0", "nothing"),
    Entry("first", "the first documents as stored", "nothing"),
    Entry("last", "the last documents as stored", "nothing"),
    Entry("released:NAME", "scores stored in the haystack's file", "a file that has them"),
    Entry(
        "python:MODULE:FUNCTION",
        "your function of (query, documents) -> scores, or a retriever object; also python:FILE.py:NAME",
        "nothing",
    ),
)
"""Every retriever, for `hayrick list retrievers`."""


def retriever(spec: str, *, post: Post | None = None) -> Retriever:
    """Retriever by name: `NAME`, `NAME:WHAT`, with parameters after a `?` as in a URL.

    Args:
        spec: a name of `RETRIEVERS`.
        post: sends requests, for a retriever behind an endpoint.

    Raises:
        BadInput: the name or a parameter is unknown, a value is wrong, or a package is missing.
    """
    if spec.startswith("rerank:http"):
        return Rerank(score=endpoint(spec[7:], _sender(spec, post)), model=spec[7:], name=spec)
    head, _, tail = spec.partition("?")
    kind, _, what = head.partition(":")
    if kind == "rrf":
        # Parts may have parameters of their own: only what follows the last one's `?` is about the fusion.
        return _fused(spec, post)
    options = Parameters("retriever", spec, dict(parse_qsl(tail, keep_blank_values=True)))
    maker = _MAKERS.get(kind)
    if maker is None or bool(what) != (kind in _WITH_ARGUMENT):
        names = ", ".join(entry.name for entry in RETRIEVERS)
        raise BadInput(f"retriever '{spec}'", "an unknown name", f"one of {names}")
    made = maker(what, options)
    options.require_used()
    return made


def context_of(
    spec: str,
    query: str,
    documents: Sequence[Document],
    known: Known | None,
    budget_tokens: int,
    *,
    encoding: str = CL100K,
    heading_tokens: int = 0,
    post: Post | None = None,
) -> Context:
    """What is shown for a query: `full` (all documents as stored), `sentences`, or the best of a named retriever.

    Args:
        spec: `full`, `sentences`, or a name of `RETRIEVERS`.
        query: any text.
        documents: in stored order.
        known: for the oracle and stored scores.
        budget_tokens: >= 0; not looked at for `full`.
        encoding: what tokens are counted in.
        heading_tokens: what introducing a document takes, >= 0.
        post: as in `retriever`.

    Raises:
        BadInput: as `retriever`, `context.pack` and `extract.extract`.
    """
    if spec == "sentences":
        how = Extraction(heading_tokens=heading_tokens, encoding=encoding)
        return extract(query, documents, budget_tokens, how)
    full = spec == "full"
    chosen: Retriever = Position() if full else retriever(spec, post=post)
    scores = chosen.scores(query, documents, known)
    budget = None if full else budget_tokens
    return pack(documents, scores, budget, encoding=encoding, heading_tokens=heading_tokens)


def _bm25(_: str, options: Parameters) -> Retriever:
    usual = BM25()
    return BM25(k1=options.number("k1", usual.k1), b=options.number("b", usual.b), name=options.spec)


def _bm25rm3(_: str, options: Parameters) -> Retriever:
    plain, usual = BM25(), Feedback()
    feedback = Feedback(
        documents=options.whole("documents", usual.documents),
        terms=options.whole("terms", usual.terms),
        query_weight=options.number("query_weight", usual.query_weight),
    )
    k1, b = options.number("k1", plain.k1), options.number("b", plain.b)
    return BM25(k1=k1, b=b, feedback=feedback, name=options.spec)


def _votes(_: str, options: Parameters) -> Retriever:
    usual = Votes()
    return Votes(
        threshold=options.number("threshold", usual.threshold),
        sentence_weight=options.number("sentence_weight", usual.sentence_weight),
        cut=options.number("cut", usual.cut),
        name=options.spec,
    )


def _dense(model: str, options: Parameters) -> Retriever:
    mode = cast(Literal["document", "sentence"], options.text("mode", "document"))
    prefixes = options.text("query", ""), options.text("passage", "")
    if mode not in ("document", "sentence"):
        raise BadInput(f"retriever '{options.spec}'", f"mode '{mode}'", "'document' or 'sentence'")
    encode = sentence_encoder(model)
    return Dense(
        encode=encode, model=model, mode=mode, query_prefix=prefixes[0], passage_prefix=prefixes[1], name=options.spec
    )


def _rerank(model: str, options: Parameters) -> Retriever:
    first, depth = options.text("first", ""), options.whole("depth", 50)
    before = retriever(first) if first else None
    return Rerank(score=cross_encoder(model), model=model, first=before, depth=depth, name=options.spec)


def _fused(spec: str, post: Post | None) -> Retriever:
    body, _, tail = spec.partition(":")[2].rpartition("?")
    pairs = dict(parse_qsl(tail, keep_blank_values=True))
    if not body or set(pairs) != {"k"}:
        body, pairs = spec.partition(":")[2], {}
    options = Parameters("retriever", spec, pairs)
    parts = [retriever(part, post=post) for part in body.split(",") if part]
    return RRF(parts=parts, k=options.number("k", 60), name=spec)


def _sender(spec: str, post: Post | None) -> Post:
    if post is None:
        raise BadInput(f"retriever '{spec}'", "no way to send requests", "the argument 'post'", "See harness.http.")
    return post


_MAKERS: Mapping[str, Callable[[str, Parameters], Retriever]] = {
    "keywords": lambda _, options: Keywords(name=options.spec),
    "bm25": _bm25,
    "bm25rm3": _bm25rm3,
    "votes": _votes,
    "dense": _dense,
    "rerank": _rerank,
    "oracle": lambda _, options: Oracle(),
    "random": lambda _, options: Random(seed=options.whole("seed", 0), name=options.spec),
    "first": lambda _, options: Position(),
    "last": lambda _, options: Position(last=True),
    "released": lambda what, options: Released(what),
    "python": lambda what, options: user_retriever(f"python:{what}", options.spec),
}
_WITH_ARGUMENT = frozenset({"dense", "rerank", "released", "python"})
