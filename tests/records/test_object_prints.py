"""Fingerprints of objects in memory: the same for equal objects in any process, another for other values."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hayrick.records.object_prints import MOST, fingerprint_of_object, uncompared


class Rag:
    """A system with a setting."""

    def __init__(self, k: object) -> None:
        self.k, self.lock, self.me = k, threading.Lock(), self

    def answer(self, request: object) -> str:
        """An answer that tells the setting."""
        return f"- {self.k}"


@dataclass(slots=True)
class Slotted:
    """A system with a setting in a slot."""

    k: object

    def answer(self, request: object) -> str:
        """An answer that tells the setting."""
        return f"- {self.k}"


class Called(Rag):
    """A system that is called."""

    def __call__(self, request: object) -> str:
        """An answer that tells the setting."""
        return self.answer(request)


class Holder:
    """Holds another object."""

    def __init__(self, k: object) -> None:
        self.k = Rag(k)


def answer(request: object, k: object = None) -> str:
    """An answer that tells the setting."""
    return f"- {k}"


def closed(held: Any) -> Callable[[object], str]:
    """A function that encloses an object."""
    return lambda request: f"- {held.k}"


def keyword(held: object) -> Callable[[object], str]:
    """A function with a default behind the star."""

    def made(request: object, *, k: object = held) -> str:
        return f"- {k}"

    return made


MAKERS: dict[str, Callable[[object], object]] = {
    "method": lambda k: Rag(k).answer,
    "method of a slotted dataclass": lambda k: Slotted(k).answer,
    "partial by name": lambda k: partial(answer, k=k),
    "partial by place": lambda k: partial(answer, k),
    "partial of a method": lambda k: partial(Rag(k).answer, None),
    "closure": lambda k: closed(Rag(k)),
    "closure over an object in an object": lambda k: closed(Holder(k)),
    "keyword default": keyword,
    "callable object": Called,
}


VALUES = (5, 10, "5", {"k": 5}, {"k": 10}, [1, 2], [2, 1], {"a", "b", "c"}, {"a", "b", "d"}, Path("a"), Path("b"))


def prints() -> list[str]:
    """Fingerprints of everything with every value."""
    return [fingerprint_of_object(make(value)) for make in MAKERS.values() for value in VALUES]


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_other_values_make_another_fingerprint(make: Callable[[object], object]) -> None:
    found = [fingerprint_of_object(make(value)) for value in VALUES]
    assert len(set(found)) == len(VALUES)
    assert found == [fingerprint_of_object(make(value)) for value in VALUES]
    assert not uncompared(make(VALUES[0]))


def test_equal_objects_are_equal_in_a_new_process() -> None:
    code = "import test_object_prints as t; print(*t.prints())"
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert done.stdout.split() == prints()


def test_of_objects_of_libraries_the_type_is_compared_and_they_are_named() -> None:
    one, other = Rag(SimpleNamespace(port=1)), Rag(SimpleNamespace(port=2))
    assert fingerprint_of_object(one.answer) == fingerprint_of_object(other.answer)
    assert fingerprint_of_object(one.answer) != fingerprint_of_object(Rag(Decimal(1)).answer)
    assert uncompared(one.answer) == ["k (SimpleNamespace)"]
    assert uncompared(partial(answer, k=[Decimal(1)])) == ["k (Decimal)"]


def test_values_beyond_the_bounds_are_named() -> None:
    deep: list[object] = []
    for _ in range(50):
        deep = [deep]
    assert uncompared(Rag(deep).answer) == ["k (list)"]
    assert uncompared(Rag(["a"] * (MOST + 1)).answer) == ["k (list)"]
    assert uncompared(Rag([["a"] * 100] * 101).answer) == ["k (list)"]
