"""Makes retrievers and contexts from the names that users give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, cast
from urllib.parse import parse_qsl

from hayrick.encoders import sentence_encoder
from hayrick.protocols import Known, Passage, Retriever
from hayrick.records.parameters import Parameters, cut, given_in
from hayrick.records.web_addresses import require_plain_address
from hayrick.retrieval.baselines import ByPosition, Oracle, Random, Released
from hayrick.retrieval.bm25 import BM25, Feedback
from hayrick.retrieval.context import pack
from hayrick.retrieval.dense import Dense
from hayrick.retrieval.extract import extract
from hayrick.retrieval.fusion import RRF
from hayrick.retrieval.keywords import Keywords
from hayrick.retrieval.rerank import Post, Rerank, ScorePairs, cross_encoder, endpoint
from hayrick.retrieval.user_function import user_retriever
from hayrick.retrieval.votes import Votes
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput, Document

_BEHIND_URL = "rerank:http"


class Given(NamedTuple):
    """What a name says besides the retriever's kind.

    `what` follows the ":"; `post` sends requests, where there is a way to send any.
    """

    what: str
    options: Parameters
    post: Post | None


class Entry(NamedTuple):
    """One line of the list of retrievers; a name with a ":" wants something after it."""

    name: str
    description: str
    needs: str
    make: Callable[[Given], Retriever]


def retriever(spec: str, *, post: Post | None = None) -> Retriever:
    """Make a retriever from its name: `NAME` or `NAME:ARGUMENT`, with parameters after a `?` as in a URL.

    Args:
        spec: a name of `RETRIEVERS`.
        post: sends requests, for retrievers behind an endpoint.

    Raises:
        BadInput: the name or a parameter is unknown, a value is wrong, or a package is missing.
    """
    head, tail = _split(spec)
    what = head.partition(":")[2]
    entry = next((one for one in RETRIEVERS if _fits(one, head)), None)
    if entry is None:
        names = [entry.name for entry in RETRIEVERS]
        cure = did_you_mean(head, [*names, "full", "sentences"])
        raise BadInput(f"retriever '{cut(spec)}'", "an unknown name", f"one of {', '.join(names)}", cure)
    options = Parameters("retriever", spec, given_in(tail, f"retriever '{cut(spec)}'"))
    made = entry.make(Given(what, options, post))
    options.require_used()
    return made


def asks_endpoint(spec: str) -> bool:
    """Whether the retriever of a name, or a part of a fusion, is behind an endpoint."""
    return any(part.startswith(_BEHIND_URL) for part in spec.removeprefix("rrf:").split(","))


def _split(spec: str) -> tuple[str, str]:
    """A name and the parameters after its `?`.

    A URL, a retriever whose scores are stored, and the parts of a fusion may have parameters of their own: those of a
    reranker behind a URL follow the model's name.
    """
    if spec.startswith("released:"):
        return spec, ""
    if spec.startswith(_BEHIND_URL):
        address, _, rest = spec.partition("#")
        model, _, tail = rest.partition("?")
        return f"{address}#{model}" if model else address, tail
    if spec.startswith("rrf:"):
        head, _, tail = spec.rpartition("?")
        return (head, tail) if head and set(dict(parse_qsl(tail, keep_blank_values=True))) == {"k"} else (spec, "")
    head, _, tail = spec.partition("?")
    return head, tail


def _fits(entry: Entry, head: str) -> bool:
    """Whether a line is that of a name: of its kind, and with something after the ":" where that is wanted."""
    kind, _, wanted = entry.name.partition(":")
    name, _, what = head.partition(":")
    return kind == name and bool(wanted) == bool(what) and wanted.startswith("URL") == head.startswith(_BEHIND_URL)


def context_of(
    spec: str,
    query: str,
    documents: Sequence[Document],
    known: Known | None,
    budget_tokens: int,
) -> tuple[Passage, ...]:
    """Build the context for a query: `full` (all documents in stored order), `sentences`, or a retriever's best.

    Args:
        spec: `full`, `sentences`, or a name of `RETRIEVERS`.
        query: any text.
        documents: in stored order.
        known: relevance, for the oracle and stored scores.
        budget_tokens: >= 0; ignored for `full`.

    Raises:
        BadInput: as `retriever`, `context.pack` and `extract.extract`.
    """
    if spec == "sentences":
        return extract(query, documents, budget_tokens)
    full = spec == "full"
    chosen: Retriever = ByPosition() if full else retriever(spec)
    return pack(documents, chosen.scores(query, documents, known), None if full else budget_tokens)


def _bm25(given: Given) -> Retriever:
    options = given.options
    usual = BM25()
    return BM25(k1=options.number("k1", usual.k1), b=options.number("b", usual.b), name=options.spec)


def _bm25rm3(given: Given) -> Retriever:
    options = given.options
    plain, usual = BM25(), Feedback()
    feedback = Feedback(
        documents=options.whole("documents", usual.documents),
        terms=options.whole("terms", usual.terms),
        query_weight=options.number("query_weight", usual.query_weight),
    )
    k1, b = options.number("k1", plain.k1), options.number("b", plain.b)
    return BM25(k1=k1, b=b, feedback=feedback, name=options.spec)


def _votes(given: Given) -> Retriever:
    options, usual = given.options, Votes()
    return Votes(
        threshold=options.number("threshold", usual.threshold),
        sentence_weight=options.number("sentence_weight", usual.sentence_weight),
        cut=options.number("cut", usual.cut),
        name=options.spec,
    )


def _dense(given: Given) -> Retriever:
    model, options = given.what, given.options
    mode = cast(Literal["document", "sentence"], options.text("mode", "document"))
    prefixes = options.text("query", ""), options.text("passage", "")
    if mode not in ("document", "sentence"):
        raise BadInput(f"retriever '{options.spec}'", f"mode '{mode}'", "'document' or 'sentence'")
    encode = sentence_encoder(model)
    return Dense(
        encode=encode, model=model, mode=mode, query_prefix=prefixes[0], passage_prefix=prefixes[1], name=options.spec
    )


def _rerank(given: Given) -> Retriever:
    return _reranker(given, cross_encoder(given.what))


def _reranker(given: Given, score: ScorePairs) -> Retriever:
    options = given.options
    first, depth = options.text("first", ""), options.whole("depth", 50)
    before = retriever(first) if first else None
    return Rerank(score=score, model=given.what, first=before, depth=depth, name=options.spec)


def _endpoint(given: Given) -> Retriever:
    require_plain_address(given.what, "--retriever", "HAYRICK_RERANK_KEY")
    if given.post is None:
        name = given.options.spec
        found = "a reranker behind an endpoint, which only 'hayrick retrieve' asks"
        cure = (
            f"Give 'hayrick retrieve FILE --retriever {name} --store --out DIR', and take the haystack in DIR with "
            f"released:{name}."
        )
        raise BadInput(f"retriever '{name}'", found, "its scores, stored in a haystack", cure)
    return _reranker(given, endpoint(given.what, given.post))


def _fused(given: Given) -> Retriever:
    parts = [retriever(part, post=given.post) for part in given.what.split(",") if part]
    return RRF(parts=parts, k=given.options.number("k", 60), name=given.options.spec)


RETRIEVERS = (
    Entry(
        "keywords",
        "share of the query's words that a document holds, as in SummHay",
        "nothing",
        lambda given: Keywords(name=given.options.spec),
    ),
    Entry("bm25", "BM25; ?k1=2&b=0.75", "nothing", _bm25),
    Entry("bm25rm3", "BM25 with relevance feedback; ?documents=5&terms=100&query_weight=0.3", "nothing", _bm25rm3),
    Entry("votes", "documents by their sentences that relevant documents repeat", "nothing", _votes),
    Entry(
        "dense:MODEL",
        "cosine of embeddings; ?mode=document|sentence&query=PREFIX&passage=PREFIX",
        "extra dense",
        _dense,
    ),
    Entry("rerank:MODEL", "cross-encoder by name or folder; ?first=bm25&depth=50", "extra dense", _rerank),
    Entry(
        "rerank:URL#MODEL",
        "reranker behind an HTTP endpoint; ?first=bm25&depth=50",
        "the endpoint; HAYRICK_RERANK_KEY where it wants a key",
        _endpoint,
    ),
    Entry("rrf:NAME,NAME", "reciprocal rank fusion of retrievers; ?k=60", "what they need", _fused),
    Entry("oracle", "number of the wanted insights in the document", "gold data", lambda given: Oracle()),
    Entry(
        "random",
        "chance; ?seed=0",
        "nothing",
        lambda given: Random(seed=given.options.whole("seed", 0, most=2**53), name=given.options.spec),
    ),
    Entry("first", "the first documents as stored", "nothing", lambda given: ByPosition()),
    Entry("last", "the last documents as stored", "nothing", lambda given: ByPosition(last=True)),
    Entry(
        "released:NAME",
        "scores stored in the haystack's file",
        "a file that has them",
        lambda given: Released(given.what),
    ),
    Entry(
        "python:MODULE:FUNCTION",
        "your function of (query, documents) -> scores, or a retriever object; also python:FILE.py:NAME",
        "nothing",
        lambda given: user_retriever(f"python:{given.what}", given.options.spec),
    ),
)
"""Every retriever: one line makes a name, its place in `hayrick list retrievers`, and the retriever."""
