"""Finished directories of every kind, for `bench.pages.screens`: released data, bundled data, and scripted systems.

The scripted systems of HELMET's and ETHIC's tasks know the right reply and give it the more rarely the longer the
prompt is and the deeper the evidence stands in it; who they are says nothing of any model.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log2
from pathlib import Path
from random import Random
from typing import Any

from bench.places import HAYSTACKS, ROOT
from bench.tasks.ethic_players import lazy, perfect
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions, load_tasks
from hayrick.harness.running.demo import demo_haystack
from hayrick.types import Item

SKILLS: Mapping[str, float] = {
    "northwind/aurora-405b-instruct-fp8-dynamic-2026-10-01": 0.99,
    "northwind/aurora-70b-instruct": 0.93,
    "northwind/aurora-8b-instruct-128k-rope-scaled": 0.74,
    "fjord-large-preview": 0.96,
    "fjord-large-preview+retrieval-augmented-reader-v2": 0.9,
    "fjord-small": 0.62,
    "lumen-3-pro": 0.87,
    "lumen-3-mini": 0.55,
    "openhay/long-context-baseline-7b-chat-gptq-int4": 0.45,
    "openhay/tiny": 0.3,
}
"""Name of a scripted system -> how often it is right on a short prompt."""

SHORT = 1024
BOOKS = ("organizing_books", "single_qa_books", "summarizing_books")
Runs = Mapping[str, Sequence[str]]
"""Name of a report -> folders that it is made of."""


def hayrick(folder: Path, *words: object) -> None:
    """Run a command in a folder.

    Raises:
        SystemExit: it failed.
    """
    done = subprocess.run(
        [sys.executable, "-m", "hayrick", *map(str, words)], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"hayrick {' '.join(map(str, words))}:\n{done.stderr}")


def bundled(folder: Path) -> Runs:
    """Reports of what needs no data but the package's own."""
    demo_haystack(folder)
    haystack = folder / "haystacks" / "tidewall.json"
    systems = [word for one in ("extractive", "query", "lead", "reference") for word in ("--system", one)]
    hayrick(folder, "run", haystack, *systems, "--judge", "local", "--out", "demo")
    both = ("--citations", "both", "--judge", "local", "--out", "repaired")
    hayrick(folder, "run", haystack, *systems[:6], *both)
    spec = "helmet/json_kv?length=1k,2k,4k,8k&n=60"
    write_replies(folder / "helmet.jsonl", [spec], lambda name, item: str(item.gold[0]))
    hayrick(folder, "run", spec, "--system", "file:helmet.jsonl", "--out", "helmet")
    retrievers = [word for one in ("bm25", "bm25rm3", "full", "sentences") for word in ("--retriever", one)]
    budgets = ("--budget-tokens", "2000,5000,15000,40000")
    hayrick(folder, "retrieve", haystack, *retrievers, *budgets, "--out", "retrieve")
    hayrick(folder, "verify", haystack, "--out", "verify")
    return {
        "demo": ["demo"],
        "repaired": ["repaired"],
        "changes": ["demo", "repaired"],
        "helmet": ["helmet"],
        "others": ["retrieve", "verify"],
    }


def released(folder: Path, shared: Path) -> Runs:
    """Reports of the released haystacks, of a book, and of summaries that people scored."""
    data = shared / "data"
    for name in HAYSTACKS:
        words = (data / "summhay" / f"{name}.json", "--system", "recorded:*")
        hayrick(folder, "run", *words, "--judge", "recorded", "--out", name)
    words = (data / "summhay" / f"{HAYSTACKS[0]}.json", "--system", "recorded:*")
    hayrick(folder, "run", *words, "--judge", "local", "--citations", "both", "--out", "local")
    people = data / "summhay" / "judge_annotations.json"
    hayrick(folder, "validate", people, "--judge", "local", "--judge", "recorded:gpt-4o", "--out", "validate")
    specs = [f"ethic/{one}?data={data / 'gutenberg_sample'}&length=8k,16k,32k" for one in BOOKS]
    write_replies(folder / "ethic.jsonl", specs, perfect, lazy)
    judge = f"python:{ROOT / 'bench' / 'tasks' / 'ethic_players.py'}:rates"
    hayrick(folder, "run", *specs, "--system", "file:ethic.jsonl", "--judge", judge, "--out", "ethic")
    hayrick(folder, "coverage", *specs, "--sample", "4", "--out", "coverage")
    hayrick(folder, "meta", data / "longeval_pubmed", "--metric", "local", "--grid", "--out", "meta")
    return {
        **{name: [name] for name in HAYSTACKS},
        "local": ["local", "validate"],
        "ethic": ["ethic", "coverage"],
        "meta": ["meta"],
    }


def write_replies(
    path: Path,
    specs: Sequence[str],
    right: Callable[[str, Item[Any]], str],
    wrong: Callable[[str, Item[Any]], str] = lambda name, item: "I cannot find it.",
) -> None:
    """Write what the scripted systems reply to every item of tasks.

    Args:
        path: the file.
        specs: tasks with parameters.
        right: (task, item) -> the right reply.
        wrong: (task, item) -> another.
    """
    with path.open("w", encoding="utf-8") as stream:
        for row in _rows(specs, right, wrong):
            stream.write(f"{json.dumps(row)}\n")


def _rows(
    specs: Sequence[str], right: Callable[[str, Item[Any]], str], wrong: Callable[[str, Item[Any]], str]
) -> Iterator[dict[str, str]]:
    for one in load_tasks(list(specs), TaskOptions(), ModelOptions()):
        for item in one.task.items(0):
            for name, skill in SKILLS.items():
                chance = skill * _ease(item)
                says = right if Random(f"{name} {item.id}").random() < chance else wrong
                reply = says(one.task.name, item)
                yield {"task": one.task.name, "item": item.id, "system": name, "context": "full", "reply": reply}


def _ease(item: Item[Any]) -> float:
    """1 at the ends of a short prompt; less in the middle of a long one."""
    length, depth = item.tags.get("length"), item.tags.get("depth")
    doublings = log2(max(1.0, length / SHORT)) if isinstance(length, int) else 0.0
    middle = 1 - abs(2 * depth - 1) if isinstance(depth, int | float) else 0.0
    return max(0.1, 1 - 0.06 * doublings - 0.3 * middle)
