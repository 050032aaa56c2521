"""Extraction as llm-longeval does it: known answers, the released extracts, its words and its order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance import report
from hayrick.measures.py_rouge import py_rouge_signature, py_rouge_tokens
from hayrick.retrieval.extraction import extractor
from hayrick.retrieval.extraction.joined import Joined
from hayrick.retrieval.extraction.original import punkt, skipping_order
from hayrick.types import BadInput

BUDGETS = (128, 256, 512, 768, 1024, 1536, 2048, 4096)


@pytest.mark.parametrize("compat", [True, False])
def test_known_answers(shared: Path, *, compat: bool) -> None:
    pytest.importorskip("nltk", exc_type=ImportError)
    lines, status = report([shared / "vectors" / "llm_longeval.json"], compat=compat)
    assert status == 0, "\n".join(lines)


def released(shared: Path, name: str) -> Sequence[tuple[str, str, dict[str, list[int]]]]:
    """Source, summary, and the sentences of each budget, of each released summary."""
    if "without" in py_rouge_signature():
        pytest.skip("needs py-rouge's table of exceptions: pip install --no-deps py-rouge")
    try:
        punkt()
    except BadInput as problem:
        pytest.skip(str(problem))
    folder = shared / "data" / "longeval_pubmed"
    texts = json.loads((folder / "pubmed_summary_src_doc_data.json").read_text(encoding="utf-8"))
    rows = json.loads((folder / f"extract_{name}.json").read_text(encoding="utf-8"))
    return [
        (texts[row["id"]]["source_doc"].replace("<br />", "\n"), texts[row["id"]]["summary"], row["index"])
        for row in rows
    ]


@pytest.mark.parametrize(("name", "ours"), [("rouge-1", "rouge1"), ("rouge-2", "rouge2"), ("rouge-1+2", "rouge1+2")])
def test_released_extracts_are_equal(shared: Path, name: str, ours: str) -> None:
    rows, found = released(shared, name), extractor(ours, "llm-longeval")
    assert len(rows) == 40
    for source, summary, expected in rows:
        extracts = found.extracts(summary, source, BUDGETS)
        assert {str(one.budget): list(one.sentences) for one in extracts} == expected


def test_released_beginnings_are_as_long(shared: Path) -> None:
    rows, found = released(shared, "rouge-1"), extractor("lead", "llm-longeval")
    folder = shared / "data" / "longeval_pubmed"
    lengths = [[one.tokens for one in found.extracts(summary, source, BUDGETS)] for source, summary, _ in rows]
    means = json.loads((folder / "recomputed_lead.json").read_text(encoding="utf-8"))["lead"]
    for budget, column in zip(BUDGETS, zip(*lengths, strict=True), strict=True):
        expected = [np.mean(column), *np.percentile(column, [25, 75])]
        assert means[str(budget)] == pytest.approx(expected, abs=0.06)


word = st.sampled_from(list("abcd"))
parts = st.lists(st.lists(word, max_size=4), max_size=6)


@given(summary=st.lists(word, max_size=8), found=parts, sizes=st.sampled_from([(1,), (2,), (1, 2)]))
def test_the_incremental_order_is_that_of_joining_all(
    summary: list[str], found: list[list[str]], sizes: tuple[int, ...]
) -> None:
    taken: list[int] = []
    for number in Joined(sizes, summary, found).order():
        left = [one for one in range(len(found)) if one not in taken]
        recalls = [recall(summary, sorted([*taken, one]), found, sizes) for one in left]
        assert number == left[int(np.argmax(recalls))]
        taken.append(number)
    assert sorted(taken) == list(range(len(found)))


def recall(summary: list[str], chosen: list[int], found: list[list[str]], sizes: tuple[int, ...]) -> float:
    joined = [one for number in chosen for one in found[number]]
    total = 0.0
    for n in sizes:
        wanted, shown = (Counter(zip(*(text[i:] for i in range(n)), strict=False)) for text in (summary, joined))
        total += (wanted & shown).total() / max(wanted.total(), 1)
    return total


def test_words_are_those_of_nltk() -> None:
    tokenise = pytest.importorskip("nltk.tokenize", exc_type=ImportError).NLTKWordTokenizer().tokenize
    for text in (
        "gonna go",
        "I wanna",
        "wanna nap gimme",
        "gottax got ta",
        "lemme  go",
        "more n tis",
        "dye d ye",
        "a1 b",
    ):
        assert list(py_rouge_tokens(text)) == tokenise(text.lower())
    assert py_rouge_tokens("You CANNOT: ponies, caresses; naïve") == ("you", "cannot", "poni", "caress", "na", "ve")


def test_skipping_goes_by_place_among_what_is_left() -> None:
    # After 0, sentence 1 adds nothing, and its place among the others, 0, is skipped from then on. After 2 those left
    # are 1, 3, 4: the second place that is not skipped is that of 4, but the second of all is that of 3. Then 4 alone
    # counts, and the first of all is 1.
    similarities = np.array([[0.9, 0.1, 0.1], [0.5, 0.0, 0.0], [0.0, 0.9, 0.0], [0.0, 0.0, 0.2], [0.0, 0.0, 0.9]])
    assert list(skipping_order(similarities)) == [0, 2, 3, 1, 4]


@pytest.mark.parametrize(
    ("name", "compat", "what"),
    [
        ("lead", "paper", "compat 'paper'"),
        ("bm25", "llm-longeval", "no such extractor"),
        ("no", "llm-longeval", "name"),
    ],
)
def test_what_the_original_lacks_is_refused(name: str, compat: str, what: str) -> None:
    with pytest.raises(BadInput, match=what):
        extractor(name, compat)
