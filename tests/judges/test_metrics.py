"""Metrics of summaries without a model: by hand, on nothing, and against what was published."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from hayrick.harness.naming.lists import LISTS
from hayrick.judges.metrics.catalogue import JUDGES
from hayrick.protocols import Judge, JudgeOptions
from hayrick.types import BadInput, Document, Item, Judgement, Response
from scripted import done, nobody

SOURCE = "The mill burned down in 1904. Nobody was hurt, and the miller rebuilt it."


def judged(
    name: str, summary: str | None, sources: tuple[str, ...] = (SOURCE,), references: tuple[str, ...] = ()
) -> Sequence[Judgement]:
    documents = tuple(Document(id=str(number), text=text) for number, text in enumerate(sources))
    item = Item(dataset="d", group="g", id="i", query="", gold=references, documents=documents)
    response = Response(item=item, system="s", context="full", answer=summary)
    judge: Judge[Sequence[str], str] = JUDGES[name].make(JudgeOptions(name=name))

    async def all_judgements() -> Sequence[Judgement]:
        return await judge.judge(item, response, nobody)

    return done(all_judgements())


def value(name: str, summary: str | None, **given: tuple[str, ...]) -> float | None:
    (found,) = judged(name, summary, **given)
    assert found.unit == found.rater == name
    return found.value


def test_source_coverage_by_hand() -> None:
    """Of "the mill was rebuilt in 1904" the bigrams (the mill) and (in 1904) stand in the source, and five words."""
    assert value("source_bigrams", "The mill was rebuilt in 1904.") == 2 / 5
    assert value("source_words", "The mill was rebuilt in 1904, again.") == 6 / 7
    assert value("source_bigrams", "Mill") == 0.0


def test_several_documents_are_one_source_without_bigrams_across_them() -> None:
    assert value("source_bigrams", "one two three four", sources=("one two", "three four")) == 2 / 3


def test_rouge_takes_the_best_reference() -> None:
    pytest.importorskip("rouge_score", exc_type=ImportError)
    references = ("nothing alike", "the mill burned")
    assert value("rouge1", "the mill fell", references=references) == pytest.approx(2 / 3)
    assert value("rouge2", "the mill fell", references=references) == pytest.approx(1 / 2)
    assert value("rougeL", "the mill fell", references=references) == pytest.approx(2 / 3)


@pytest.mark.parametrize("name", ["source_bigrams", "rouge1"])
@pytest.mark.parametrize("summary", [None, "", " \n"])
def test_no_summary_is_the_least_value(name: str, summary: str | None) -> None:
    assert value(name, summary, references=("The mill burned.",)) == 0.0


@pytest.mark.parametrize(("name", "reason"), [("rouge1", "no reference summary"), ("source_words", "no source text")])
def test_what_there_is_nothing_to_compare_with_is_unjudged(name: str, reason: str) -> None:
    (found,) = judged(name, "The mill.", sources=(" ",), references=("",))
    assert found.value is None
    assert found.unparsed is not None
    assert found.unparsed.reason == reason


def test_local_is_every_metric_at_once() -> None:
    pytest.importorskip("rouge_score", exc_type=ImportError)
    found = {one.unit: one.value for one in judged("local", "The mill burned.", references=("The mill burned.",))}
    assert found.keys() >= {"rouge1", "rouge2", "rougeL", "source_words", "source_bigrams"}
    assert found["rougeL"] == found["source_bigrams"] == 1.0


def test_a_missing_package_is_an_error_by_name_and_unjudged_in_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("rouge_score", "nltk"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(BadInput, match=r"pip install --editable '\.\[rouge\]'"):
        judged("rouge1", "The mill.", references=("The mill.",))
    found = {one.unit: one for one in judged("local", "The mill.", references=("The mill.",))}
    assert found["rouge1"].value is None
    assert found["source_words"].value == 1.0


def test_rouge_of_the_original_counts_its_words() -> None:
    """Of "mills" and "ponies" Porter makes "mill" and "poni"; "naïve" is two words."""
    pytest.importorskip("nltk", exc_type=ImportError)
    assert value("rouge1:llm-longeval", "Mills; ponies, naïve", references=("mill poni na",)) == pytest.approx(6 / 7)


def test_the_list_names_every_metric() -> None:
    assert LISTS["metrics"]().keys() == JUDGES.keys()
