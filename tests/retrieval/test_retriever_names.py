"""Retrievers by name, with parameters, and what is said about wrong names."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hayrick.retrieval.catalogue import RETRIEVERS, retriever
from hayrick.types import BadInput, Document


def yours(query: str, documents: Sequence[Document]) -> dict[str, int]:
    return {document.id: len(query + document.text) for document in documents}


def broken(query: str, documents: Sequence[Document]) -> list[float]:
    return []


def test_a_function_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    documents = (Document(id="d0", text="aaa"), Document(id="d1", text="b"))
    found = retriever(f"python:{Path(__file__).stem}:yours")
    assert found.scores("q", documents) == (4.0, 2.0)
    with pytest.raises(BadInput, match="0 scores; expected 2"):
        retriever(f"python:{Path(__file__).stem}:broken").scores("q", documents)


def test_a_file_of_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    path, documents = tmp_path / "mine.py", (Document(id="d0", text="aaa"), Document(id="d1", text="b", title="t"))
    path.write_text("def score(query, documents):\n    return [len(one.title or query) for one in documents]\n")
    found = retriever(f"python:{path}:score")
    assert found.scores("why", documents) == (3.0, 1.0)
    path.write_text("def score(query, documents):\n    return [one.titel for one in documents]\n")
    changed = retriever(f"python:{path}:score")
    assert changed.name == found.name
    assert changed.signature != found.signature
    with pytest.raises(
        BadInput, match=rf"AttributeError: .*'titel' \({path}, line 2\); expected scores of the documents"
    ):
        changed.scores("why", documents)
    assert retriever(f"rrf:python:{path}:score,first").signature == f"rrf|k:60|({changed.signature};first)"


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("bm26", r"unknown name; expected one of keywords, bm25, .*python:MODULE:FUNCTION"),
        ("", "unknown name"),
        ("bm25:what", "unknown name"),
        ("released", "unknown name"),
        ("bm25?k2=1", "unknown parameter 'k2'; expected 'k1' or 'b'"),
        ("bm25?k1=much", "k1 'much'; expected a number"),
        ("bm25?k1=nan", "k1 'nan'"),
        ("random?seed=1.5", "seed 1.5; expected a whole number"),
        ("oracle?x=1", "expected no parameter"),
        ("rrf:", "an unknown name; expected one of keywords, .*rrf:NAME,NAME"),
        ("rrf:bm25,bm26", "unknown name"),
        ("dense:m?mode=word", "mode 'word'; expected 'document' or 'sentence'"),
        (
            "rerank:http://localhost/rerank#m",
            r"--retriever rerank:\S+#m --store.* with released:rerank:\S+#m",
        ),
        ("rerank:http://localhost/rerank#m?k=1", "which only 'hayrick retrieve' asks"),
        ("rrf:bm25,rerank:http://localhost/rerank", "which only 'hayrick retrieve' asks"),
        ("python:no_such_module:f", "No module named"),
        ("python:math:no_such_function", "no 'no_such_function' in math"),
        ("python:math:pi", "'pi' is a float"),
    ],
)
def test_wrong_names_say_what_is_right(spec: str, found: str) -> None:
    with pytest.raises(BadInput, match=found):
        retriever(spec)


@pytest.mark.parametrize(
    ("spec", "signature"),
    [
        ("bm25?k1=2&b=0.5", "bm25|k1:2|b:0.5"),
        ("random?seed=7", "random|seed:7"),
        ("rrf:first,last", "rrf|k:60|(first;last)"),
        ("rrf:first,random?seed=3", "rrf|k:60|(first;random|seed:3)"),
        ("rrf:random?seed=3,first?k=10", "rrf|k:10|(random|seed:3;first)"),
        ("released:some/model-v2", "released:some/model-v2"),
        ("released:rerank:https://host/x?k=1#m", "released:rerank:https://host/x?k=1#m"),
    ],
)
def test_names_with_parameters(spec: str, signature: str) -> None:
    assert retriever(spec).signature == signature
    assert retriever(spec).name == spec


def test_naming_a_retriever_loads_no_tokeniser_and_no_model() -> None:
    program = (
        "import sys\n"
        "from hayrick.retrieval.catalogue import retriever\n"
        "retriever('rrf:votes,bm25rm3')\n"
        "print(sorted({'tiktoken', 'torch', 'sentence_transformers', 'urllib.request'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_line_of_the_list_says_what_it_is_and_what_it_needs() -> None:
    assert all(entry.description and entry.needs for entry in RETRIEVERS)
    assert len({entry.name for entry in RETRIEVERS}) == len(RETRIEVERS)


@pytest.mark.parametrize("name", [entry.name for entry in RETRIEVERS if ":" in entry.name])
def test_a_name_that_wants_something_after_it_is_none_without(name: str) -> None:
    with pytest.raises(BadInput, match="an unknown name"):
        retriever(name.partition(":")[0])


@pytest.mark.parametrize("name", [entry.name for entry in RETRIEVERS if ":" not in entry.name])
def test_a_plain_name_makes_a_retriever_and_takes_nothing_after_it(name: str) -> None:
    assert retriever(name).name == name
    with pytest.raises(BadInput, match="an unknown name"):
        retriever(f"{name}:more")


def test_a_retriever_that_ends_the_program_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "ends.py"
    path.write_text("import sys\n\ndef f(query, documents):\n    sys.exit(3)\n")
    with pytest.raises(BadInput, match=re.escape(f"SystemExit: 3 ({path}, line 4)")):
        retriever(f"python:{path}:f").scores("q", [Document(id="a", text="a")])
