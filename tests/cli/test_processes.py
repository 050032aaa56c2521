"""Commands with --processes write the same bytes as without, also if a worker is killed."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from conftest import Command, Done

PROC = Path("/proc")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A haystack of several parts, made by one process."""
    from hayrick.harness.synthesis import SynthesisRequest, synthesise

    path = tmp_path_factory.mktemp("one") / "tide.json"
    synthesise(SynthesisRequest(scenario="tidewall", out=path, documents=36))
    return path


@contextmanager
def killing_workers() -> Iterator[list[int]]:
    """Kill the first worker of this process as soon as it is there."""
    ended = threading.Event()
    killed: list[int] = []

    def look() -> None:
        while not killed and not ended.wait(0.01):
            for task in (PROC / "self" / "task").iterdir():
                for child in (task / "children").read_text().split():
                    if b"hayrick.harness.workers" in (PROC / child / "cmdline").read_bytes():
                        os.kill(int(child), signal.SIGKILL)
                        killed.append(int(child))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield killed
    finally:
        ended.set()
        thread.join()


def written(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in sorted(folder.iterdir()) if one.name != "manifest.json"}


def same(done: Done, other: Done) -> None:
    assert (done.status, done.err) == (other.status, other.err) == (0, "")


def test_a_haystack_is_the_same(hayrick: Command, made: Path, tmp_path: Path) -> None:
    words = ("--documents", 36, "--out", tmp_path / "tide.json", "--processes", 2)
    assert hayrick("synth", "tidewall", *words).status == 0
    assert (tmp_path / "tide.json").read_bytes() == made.read_bytes()


@pytest.mark.skipif(not PROC.is_dir(), reason="no /proc")
def test_a_worker_that_is_killed_loses_nothing(hayrick: Command, made: Path, tmp_path: Path) -> None:
    with killing_workers() as killed:
        done = hayrick("synth", "tidewall", "--documents", 36, "--out", tmp_path / "tide.json", "--processes", 2)
    assert (done.status, len(killed)) == (0, 1)
    assert "1 worker process ended early; what was lost was done again in the main process." in done.out
    assert (tmp_path / "tide.json").read_bytes() == made.read_bytes()


def test_a_verification_is_the_same(hayrick: Command, made: Path, tmp_path: Path) -> None:
    one, two = (hayrick("verify", made, "--out", tmp_path / str(n), "--processes", n) for n in (1, 2))
    same(one, two)
    assert one.out.replace(str(tmp_path / "1"), "") == two.out.replace(str(tmp_path / "2"), "")
    assert written(tmp_path / "1") == written(tmp_path / "2")


def test_a_plan_is_made_in_one_process(hayrick: Command, tmp_path: Path) -> None:
    done = hayrick("synth", "tidewall", "--plan-only", "--processes", 2, "--out", tmp_path / "tide.json")
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "--processes: with --plan-only" in done.err
