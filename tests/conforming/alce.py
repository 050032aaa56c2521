"""Citations: HELMET's copy of ALCE's scorer at commit 4526dfb, against our statements, support and wanted answers.

The judge of these vectors is a stub: a statement is supported where all its words stand in the cited passages. The
original's sentences are those of NLTK's Punkt. Its English model is in the wheel llama-index-core (install it with
`pip install --no-deps`) or in NLTK's data; without either, Punkt splits with the abbreviations below.
`compute_f1` of two texts stands here: no task reports it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from conforming import Metric
from hayrick.measures.answers import normalised
from hayrick.measures.support import open_cases, precision, recall
from hayrick.measures.wanted import Items, Wanted, list_scores, share_named
from hayrick.replies.statements import (
    LEAST_CHARACTERS,
    Statement,
    move_marks,
    read_list,
    read_statements,
    released_list,
    released_statements,
    released_text,
)
from hayrick.retrieval.extraction import original
from hayrick.types import BadInput

Read = Callable[[str, Any], Sequence[Statement]]

MARKS = "citations: all marks of a statement count, also after the full stop; one that exists nowhere undoes no other"
WORDS = "wanted answers: words are compared, each item of a list once; marks and introductions are no answers"
NOTHING_SAID = "citations: a reply without statements scores 0 and stays in the mean"
ANY = 10**9
SHORTENED = (
    "adm aug calif co col conn corp dec dr feb gen inc jan jr lt ltd mr mrs ms nov oct ph.d prof rep sen sept sr st"
    " u.k u.n u.s u.s.a vs a.m p.m j.p"
)


@lru_cache(maxsize=1)
def punkt() -> Any:
    """NLTK's sentence splitter for English; see the top."""
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    try:
        return original.punkt()
    except BadInput:
        parameters = PunktParameters()
        parameters.abbrev_types.update(SHORTENED.split())
        return PunktSentenceTokenizer(parameters)


def verdicts_by_words(passages: Sequence[str], statements: Sequence[Statement]) -> dict[str, float | None]:
    """Verdicts of the stub of alce_metrics.json: all words of the statement stand in the documents."""
    found: dict[str, float | None] = {}
    while cases := [case for one in statements for case in open_cases(one, found)]:
        for case in cases:
            held = set(normalised("\n".join(passages[one - 1] for one in case.cites)).split())
            found[case.unit] = float(set(normalised(case.statement).split()) <= held)
    return found


def shares(given: Any, statements: Sequence[Statement]) -> tuple[float, float]:
    passages = [f"Title: {one['title']}\n{one['text']}" for one in given["docs"]]
    known = verdicts_by_words(passages, statements)
    return recall(statements, known) or 0.0, precision(statements, known) or 0.0


def most_of(given: Any) -> int | None:
    found: int | None = given.get("at_most_citations")
    return found


def released(output: str, given: Any) -> Sequence[Statement]:
    return released_statements(output, len(given["docs"]), most_of(given), punkt().span_tokenize)


def released_of_list(output: str, given: Any) -> Sequence[Statement]:
    return released_list(output, given["question"], len(given["docs"]), most_of(given))


def ours(output: str, given: Any) -> Sequence[Statement]:
    return read_statements(output, len(given["docs"])).statements


def ours_of_list(output: str, given: Any) -> Sequence[Statement]:
    return read_list(output, given["question"], len(given["docs"])).statements


def percent(pairs: Sequence[tuple[float, float]]) -> dict[str, float]:
    n = max(1, len(pairs))
    return {name: 100 * sum(one[i] for one in pairs) / n for i, name in enumerate(("citation_rec", "citation_prec"))}


def of_one(read: Read) -> Callable[[Any], object]:
    return lambda given: percent([shares(given, read(given["output"], given))])


def of_corpus(read: Read, *, skips: bool) -> Callable[[Any], object]:
    """Several replies on the same documents, or on documents of their own."""

    def value(given: Any) -> object:
        pairs = []
        for number, output in enumerate(given["outputs"]):
            own = {**given, "docs": given["docs"][number]} if isinstance(given["docs"][0], list) else given
            statements = read(output, own)
            if statements or not skips:
                pairs.append(shares(own, statements))
        return percent(pairs)

    return value


def sentence_refs(given: Any) -> object:
    text = given["output"].replace("\n", " ").replace("<|im_end|>", "").strip()
    pieces = [text[start:end] for start, end in punkt().span_tokenize(text) if end - start >= LEAST_CHARACTERS]
    found = released_statements(given["output"], ANY, None, punkt().span_tokenize)
    return [
        {"sentence": piece, "refs": [cite % ANY - 1 for cite in one.cites], "claim": one.text}
        for piece, one in zip(pieces, found, strict=True)
    ]


def wanted_of(given: Any) -> Wanted:
    pairs = given if isinstance(given, list) else given["qa_pairs"]
    return tuple(tuple(one["short_answers"]) for one in pairs)


def string_matches(*, released: bool) -> Callable[[Any], object]:
    def value(given: Any) -> tuple[float, float]:
        outputs, pairs = ([given[name]] for name in ("output", "qa_pairs")) if "output" in given else both(given)
        found = [share_named(wanted_of(its), one, released=released) for one, its in zip(outputs, pairs, strict=True)]
        return 100 * sum(found) / len(found), 100 * sum(one == 1 for one in found) / len(found)

    return value


def both(given: Any) -> tuple[Any, Any]:
    return given["outputs"], given["qa_pairs"]


def list_figures(given: Any, items: Items, *, released: bool) -> dict[str, float]:
    one = list_scores(tuple(map(tuple, given["answers"])), items, released=released)
    shown = {"prec": one.precision, "rec": one.recall, "rec_top5": one.recall_top5, "f1": one.f1}
    found = {f"qampari_{name}": 100 * value for name, value in (*shown.items(), ("f1_top5", one.f1_top5))}
    return {"num_preds": float(one.items), **found}


def released_figures(given: Any) -> object:
    pieces = given["output"].rstrip().rstrip(".").rstrip(",").split(",")
    return list_figures(given, tuple((one.strip(),) for one in pieces), released=True)


def compute_f1(given: Any) -> float:
    gold, said = (normalised(given[name]).split() for name in ("gold", "pred"))
    shared = (Counter(gold) & Counter(said)).total()
    if not gold or not said:
        return float(gold == said)
    return 2 * shared / (len(gold) + len(said))


METRICS: Mapping[str, Metric] = {
    "remove_citations": Metric(lambda given: released_text(given["text"])),
    "alce_citations": Metric(of_one(released), of_one(ours), MARKS),
    "alce_citations_corpus": Metric(of_corpus(released, skips=True), of_corpus(ours, skips=False), NOTHING_SAID),
    "alce_citations_qampari": Metric(of_one(released_of_list), of_one(ours_of_list), MARKS),
    "alce_sentence_refs": Metric(sentence_refs),
    "alce_str_em": Metric(string_matches(released=True), string_matches(released=False), WORDS),
    "alce_str_em_corpus": Metric(string_matches(released=True), string_matches(released=False), WORDS),
    "alce_qampari": Metric(
        released_figures,
        lambda given: list_figures(given, read_list(given["output"], "", 0).items, released=False),
        WORDS,
    ),
    "alce_compute_f1": Metric(compute_f1),
    "normalise_citation_position": Metric(
        lambda given: move_marks(given["text"], {str(number): str(number) for number in range(1, 1000)})._asdict()
    ),
}
