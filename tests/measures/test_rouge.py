"""ROUGE: the package's own values, and bounded where its tables are not."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick.measures.rouge import rouge_l, rouge_lsum, rouge_n, rouge_tokens
from hayrick.types import BadInput

TEXT = st.text("abc running runner\n.é", max_size=60)


@lru_cache(maxsize=1)
def scorer() -> Any:
    package = pytest.importorskip("rouge_score.rouge_scorer", exc_type=ImportError)
    return package.RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"], use_stemmer=True)


@given(TEXT, TEXT)
def test_values_are_the_packages(reference: str, answer: str) -> None:
    expected = scorer().score(reference, answer)
    assert rouge_n(reference, answer, 1) == pytest.approx(tuple(expected["rouge1"]), abs=1e-12)
    assert rouge_n(reference, answer, 2) == pytest.approx(tuple(expected["rouge2"]), abs=1e-12)
    assert rouge_l(reference, answer) == pytest.approx(tuple(expected["rougeL"]), abs=1e-12)
    assert rouge_lsum(reference, answer) == pytest.approx(tuple(expected["rougeLsum"]), abs=1e-12)


def test_by_hand() -> None:
    """Common: "the cat the mat"; stems of "running" and "runs" are equal; lines may stand in another order."""
    pytest.importorskip("rouge_score", exc_type=ImportError)
    assert rouge_l("the cat sat on the mat", "the cat lay under the mat") == pytest.approx((4 / 6, 4 / 6, 4 / 6))
    assert rouge_l("runs", "she is running") == pytest.approx((1 / 3, 1, 1 / 2))
    assert rouge_lsum("one two\nthree four", "three four\none two").f1 == pytest.approx(1.0)
    assert rouge_l("東京", "東京").f1 == 0.0


def test_a_long_reply_is_compared_in_little_memory() -> None:
    """The package's table would have 1.2 * 10**8 entries."""
    pytest.importorskip("rouge_score", exc_type=ImportError)
    reply = "word and other " * 20_000
    assert rouge_l("word " * 2_000, reply).recall == 1.0


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from hayrick.measures import rouge

    monkeypatch.setitem(sys.modules, "rouge_score.tokenizers", None)
    rouge._tokenizer.cache_clear()
    with pytest.raises(BadInput, match=r"pip install --editable '\.\[rouge\]'"):
        rouge_tokens("never seen before")
    rouge._tokenizer.cache_clear()
