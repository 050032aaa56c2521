"""Items made of choices that were kept are those that were made first."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from hayrick.harness.naming.names import named_task
from hayrick.records import cache
from hayrick.tasks.helmet import choices, made_text
from hayrick.tasks.helmet.choices import Noting

NAMES = (
    *("niah_single_1", "niah_single_3", "niah_mk_essay", "niah_mk_needle", "niah_mq", "vt", "cwe", "fwe", "icl_nlu"),
    *("graphwalks_bfs", "graphwalks_parents", "mrcr_2", "mrcr_8"),
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HAYRICK_CACHE", str(tmp_path / "cache"))
    (tmp_path / "data").mkdir()
    with (tmp_path / "data" / "all.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows((text, "abcd"[n % 4]) for n, text in enumerate(made_text.prose(20_000).lines))
    return tmp_path / "data"


def items(name: str, data: Path, n: int = 5) -> Any:
    given = f"&data={data}" if name == "icl_nlu" else ""
    return named_task(f"helmet/{name}?length=5000,6k&n={n}{given}").task.items(3)


def not_again() -> Any:
    raise AssertionError("choices are made a second time")


@pytest.mark.parametrize("name", NAMES)
def test_a_second_use_gives_the_same_items(name: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = items(name, data)
    monkeypatch.setattr(choices, "WORTH_TOKENS", 0)
    first = items(name, data)
    assert first == plain
    assert cache.used().n_files >= 2
    monkeypatch.setattr(choices, "kept", lambda told, make: cache.kept(told, not_again))
    assert items(name, data) == plain


@pytest.mark.parametrize("name", ["niah_mk_needle", "cwe", "vt"])
def test_choices_of_other_items_are_not_used(name: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = items(name, data)
    monkeypatch.setattr(choices, "WORTH_TOKENS", 0)
    for rows in ([], [np.array([1])] * 9, [np.arange(4096)] * 90, [np.full(4096, 9999)] * 90):
        monkeypatch.setattr(choices, "kept", lambda told, make, rows=rows: rows)
        assert items(name, data) == plain


def test_noted_choices_are_those_of_a_plain_source() -> None:
    plain, noting = Random("7"), Noting("7")
    for one, other in ((plain, plain.sample("abcdef", 3)), (noting, noting.sample("abcdef", 3))):
        mixed = list("ghijkl")
        one.shuffle(mixed)
        found = (other, mixed, one.randrange(9), one.choices("xyz", k=4), one.sample(range(99), 40))
        if one is plain:
            right = found
    assert found == right
