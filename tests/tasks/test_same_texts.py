"""What is the same at several lengths is one cluster of the rows over all of them; what is made anew is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from corpora import FILLER, tales
from hayrick.harness.naming.names import named_task
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.types import Estimate

TEXTS = [" ".join(f"In town {name} stood house {n}. {FILLER}" for n in range(60)) for name in ("Ax", "Bo", "Cu", "Dy")]
DOCS = [{"id": f"d{n}", "title": f"T{n}", "text": f"House {n}. {FILLER * 3}"} for n in range(60)]
GRADED = [{"id": one["id"], "text": one["text"], "relevance": n % 2} for n, one in enumerate(DOCS)]
GOLD = {"title": "Ax", "text": "It was Mo.", "isgold": True}
ROWS: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "narrativeqa": (
        "path=FILE&rouge=no",
        [
            {"document": {"text": text}, "question": {"text": f"Who {n}?"}, "answers": [{"text": "Mo"}]}
            for n, text in enumerate(TEXTS)
        ],
    ),
    "multi_lexsum": (
        "data=FILE&rouge=no",
        [
            {"id": n, "sources": [text], "summary/long": f"Long {n}.", "summary/short": f"Short {n}."}
            for n, text in enumerate(TEXTS)
        ],
    ),
    "nq": (
        "data=FILE&shots=0&unanswerable=1",
        [{"id": f"q{n}", "question": f"Who {n}?", "answers": ["Mo"], "ctxs": [GOLD, *DOCS]} for n in range(3)],
    ),
    "alce_asqa": (
        "data=FILE",
        [
            {"sample_id": f"q{n}", "question": f"Who {n}?", "qa_pairs": [{"short_answers": ["Mo"]}], "docs": DOCS}
            for n in range(3)
        ],
    ),
    "rerank": (
        "data=FILE&shots=0",
        [{"id": f"q{n}", "query": f"Who {n}?", "passages": GRADED} for n in range(3)],
    ),
}
ANSWERS = """
def answer(request):
    return "Mo." if "Who 1" in request["query"] or "Who 2" in request["query"] else "Someone called Mo, I think."
"""


def spec_of(name: str, folder: Path) -> str:
    more, rows = ROWS[name]
    path = folder / f"{name}.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return f"helmet/{name}?{more.replace('FILE', str(path))}&length=1k,2k"


@pytest.mark.parametrize("name", ROWS)
def test_groups_of_one_name_are_of_one_text_or_question(tmp_path: Path, name: str) -> None:
    task = named_task(spec_of(name, tmp_path)).task
    assert task.resample.across_datasets
    by_dataset: dict[str, set[tuple[str, str]]] = {}
    for item in task.items(0):
        by_dataset.setdefault(item.dataset, set()).add((item.group, item.query or str(item.gold)))
    first, *others = by_dataset.values()
    assert len(first) > 2
    assert others
    assert all(other <= first for other in others)


def test_sections_of_a_text_are_the_texts_whatever_the_length_and_the_output(tmp_path: Path) -> None:
    for more in ("length=7k,9k", "wanted=2,3"):
        for name in ("organizing", "summarizing", *(["single_qa"] if "length" in more else [])):
            spec = f"ethic/{name}_books?data={tales(tmp_path / f'{name}{len(more)}') / 'books.txt'}&least=0&{more}"
            task = named_task(spec).task
            assert task.resample.across_datasets
            groups: dict[str, set[str]] = {}
            for item in task.items(0):
                groups.setdefault(item.dataset, set()).add(item.group)
            one, other = groups.values()
            assert one == other


def test_rows_over_lengths_tell_no_more_than_the_texts_do(tmp_path: Path) -> None:
    """Equal scores at both lengths: the interval of both is that of one."""
    (tmp_path / "answers.py").write_text(ANSWERS)
    spec, system = spec_of("narrativeqa", tmp_path), f"python:{tmp_path / 'answers.py'}:answer"
    found = run(RunRequest(inputs=[spec], systems=[system], judge="none"))
    by_dataset: dict[str | None, Estimate] = {
        one.key.dataset: one.estimate for one in found.tasks[0].estimates if one.key.measure == "f1"
    }
    short, long, both = by_dataset["narrativeqa@1k"], by_dataset["narrativeqa@2k"], by_dataset[None]
    assert short.value == long.value not in (0, 1)
    assert (both.value, both.low, both.high) == pytest.approx((short.value, short.low, short.high))
    assert both.n == 2 * short.n
    assert "groups:across-datasets" in both.signature
    assert any("A group that occurs in several datasets is resampled as one." in note for note in found.notes)


@pytest.mark.parametrize("spec", ["helmet/json_kv?length=1k,2k&n=2", "helmet/niah_single_1?length=1k,2k&n=2"])
def test_texts_that_are_made_anew_at_each_length_are_several(spec: str) -> None:
    task = named_task(spec).task
    short, long = ([item.query for item in task.items(0) if item.dataset.endswith(f"@{size}")] for size in ("1k", "2k"))
    assert short != long
    assert not task.resample.across_datasets
