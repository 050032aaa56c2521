"""Arguments in the name of a user's own function."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Optional

import pytest

from conftest import Command, lines_of
from hayrick.records.user_arguments import with_arguments
from hayrick.types import BadInput


def answer(
    request: object,
    k: int,
    share: float = 0.5,
    *,
    rerank: object = False,
    index: Optional[str] = None,  # noqa: UP045
    top: int | None = None,
    free: object = None,
) -> object:
    return k, share, rerank, index, top, free


class Called:
    def __call__(self, request: object, k: int = 3) -> int:
        return k


@pytest.mark.parametrize(
    ("tail", "values"),
    [
        ("k=5", {"k": 5}),
        ("k=-1&share=1", {"k": -1, "share": 1.0}),
        ("rerank=True", {"rerank": True}),
        ("rerank=no", {"rerank": False}),
        ("index=5", {"index": "5"}),
        ("index=a%26b", {"index": "a&b"}),
        ("top=7", {"top": 7}),
        ("free=5", {"free": 5}),
        ("free=.5", {"free": 0.5}),
        ("free=true", {"free": True}),
        ("free=bm25", {"free": "bm25"}),
    ],
)
def test_values_have_the_type_of_annotation_or_default(tail: str, values: dict[str, object]) -> None:
    found = with_arguments(answer, f"python:rag.py:answer?{tail}", "w")
    assert isinstance(found, partial)
    assert found.keywords == values
    assert [type(one) for one in found.keywords.values()] == [type(one) for one in values.values()]


def test_of_an_object_that_is_called_and_of_any_keywords() -> None:
    assert with_arguments(Called(), "python:rag.py:Called?k=4", "w")(None) == 4
    assert with_arguments(lambda request, **more: more, "python:a:b?x=1", "w")(None) == {"x": 1}
    assert with_arguments(answer, "python:rag.py:answer", "w") is answer
    assert inspect.isfunction(answer)


@pytest.mark.parametrize(
    ("tail", "told"),
    [
        ("request=5", "unknown argument 'request'; expected 'k' or 'share' or 'rerank' or 'index' or 'top' or 'free'"),
        ("shares=1", "unknown argument 'shares'; .* Did you mean 'share'"),
        ("k=five", "k 'five'; expected of type int"),
        ("rerank=perhaps", "rerank 'perhaps'; expected true or false"),
        ("k=1&k=2", "k twice"),
    ],
)
def test_others_are_told_in_one_line(tail: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        with_arguments(answer, f"python:rag.py:answer?{tail}", "w")


def test_variants_are_systems_of_their_own(
    hayrick: Command, refused: Callable[..., str], native: Path, tmp_path: Path
) -> None:
    (tmp_path / "rag.py").write_text("def answer(request, k=None):\n    return f'- {k!r} [1]'\n")
    spec, out = f"python:{tmp_path}/rag.py:answer", tmp_path / "out"
    words = ("run", native, "--judge", "none", "--out", out)
    assert hayrick(*words, "--system", f"{spec}?k=5", "--system", f"{spec}?k=20", "--system", spec).status == 0
    found = {row["system"]: row["bullets"][0]["text"] for row in lines_of(out / "summaries.jsonl")}
    assert found == {f"{spec}?k=5": "5", f"{spec}?k=20": "20", spec: "None"}
    assert "unknown argument 'q'; expected 'k'." in refused(*words, "--system", f"{spec}?q=5")
