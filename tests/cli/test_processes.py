"""Commands with --processes write the same bytes as without, also if a worker is killed."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from conftest import GOLDEN, Command, Done
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.validating.judging import judged
from hayrick.harness.validating.meta_contexts import WHOLE
from hayrick.harness.validating.metrics import given, ready_metrics
from hayrick.harness.work.processes import Processes, _Work, _work
from hayrick.harness.work.workers import Message, Worker, pickled
from hayrick.human_scores import read_human_scores

PROC = Path("/proc")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A haystack of several parts, made by one process."""
    from hayrick.harness.haystacks.synthesis import SynthesisRequest, synthesise

    path = tmp_path_factory.mktemp("one") / "tide.json"
    synthesise(SynthesisRequest(scenario="tidewall", out=path, documents=36))
    return path


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A retriever of the user's, which knows in which process it is asked."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    code = f"import os\n\ndef score(query, documents):\n    assert os.getpid() == {os.getpid()}\n"
    (tmp_path / "mine.py").write_text(f"{code}    return [len(one.text) for one in documents]\n")
    return f"python:{tmp_path / 'mine.py'}:score"


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A system of the user's, which knows in which process it is asked."""
    code = f"import os\n\ndef answer(request):\n    assert os.getpid() == {os.getpid()}\n"
    (tmp_path / "own.py").write_text(f"{code}    return '- ' + request['documents'][0]['text'][:300] + ' [1]'\n")
    return f"python:{tmp_path / 'own.py'}:answer"


@contextmanager
def killing_workers() -> Iterator[list[int]]:
    """Kill the first worker of this process as soon as it is there."""
    ended = threading.Event()
    killed: list[int] = []

    def look() -> None:
        while not killed and not ended.wait(0.01):
            with suppress(OSError):  # A thread may end while it is looked at.
                for task in (PROC / "self" / "task").iterdir():
                    for child in (task / "children").read_text().split():
                        if b"hayrick.harness.work.workers" in (PROC / child / "cmdline").read_bytes():
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
    timed = {"manifest.json", "calls.jsonl"}
    return {one.name: one.read_bytes() for one in sorted(folder.iterdir()) if one.name not in timed}


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


def test_retrievers_are_measured_the_same(hayrick: Command, made: Path, mine: str, tmp_path: Path) -> None:
    names = [word for name in ("votes", mine, "sentences", "random") for word in ("--retriever", name)]
    for n in (1, 2):
        words = ("--budget-tokens", "500,2000", "--store", "--out", tmp_path / str(n), "--processes", n)
        done = hayrick("retrieve", made, *names, *words)
        assert (done.status, done.err) == (0, "")
    assert len(written(tmp_path / "1")) == 6
    assert written(tmp_path / "1") == written(tmp_path / "2")


def test_summaries_are_judged_the_same(hayrick: Command, tmp_path: Path) -> None:
    metrics = ("--metric", "source_words", "--metric", "local_faithfulness", "--metric", "support:local")
    one, two = (
        hayrick("meta", GOLDEN / "scored.jsonl", *metrics, "--out", tmp_path / str(n), "--processes", n) for n in (1, 2)
    )
    same(one, two)
    assert one.out.replace(str(tmp_path / "1"), "") == two.out.replace(str(tmp_path / "2"), "")
    assert written(tmp_path / "1") == written(tmp_path / "2")


def run_of(hayrick: Command, made: Path, own: str, out: Path, n: int) -> Done:
    """A run on two haystacks with answers of a file, of the user's own system and of two of Hayrick's, all repaired."""
    other = made.with_name("other.json")
    other.write_bytes(made.read_bytes())
    answers = made.with_name("mine.jsonl")
    ids = [one["id"] for one in json.loads(made.read_text())["subtopics"]]
    answers.write_text("".join(row(haystack, id) for haystack in ("tide", "other") for id in ids[::2]))
    systems = [word for name in ("lead", own, f"file:{answers}", "extractive") for word in ("--system", name)]
    return hayrick("run", made, other, *systems, "--citations", "both", "--out", out, "--processes", n)


def row(haystack: str, subtopic: str) -> str:
    return f'{{"haystack": "{haystack}", "subtopic": "{subtopic}", "summary": "- The wall stands at \u00bd. [1, 2]"}}\n'


@pytest.mark.skipif(not PROC.is_dir(), reason="no /proc")
def test_a_run_is_the_same_though_a_worker_is_killed(hayrick: Command, made: Path, own: str, tmp_path: Path) -> None:
    one, two = (run_of(hayrick, made, own, tmp_path / str(n), n) for n in (1, 2))
    same(one, two)
    assert one.out.replace(str(tmp_path / "1"), "") == two.out.replace(str(tmp_path / "2"), "")
    assert written(tmp_path / "1") == written(tmp_path / "2")
    with killing_workers() as killed:
        three = run_of(hayrick, made, own, tmp_path / "3", 2)
    assert (three.status, len(killed)) == (0, 1)
    assert "1 worker process ended early" in three.out
    assert written(tmp_path / "1") == written(tmp_path / "3")


@pytest.mark.skipif(not PROC.is_dir(), reason="no /proc")
def test_a_worker_whose_turn_comes_after_its_end_does_nothing() -> None:
    work: _Work[int, int] = _Work(3, lambda done, total: None)
    work.add(abs)
    worker = Worker()
    worker.end()
    _work(worker, pickled(Message(shared=3)), work)
    assert (work.done(), worker.is_lost) == ([3], False)


def test_a_judge_that_is_killed_loses_nothing() -> None:
    scores = read_human_scores(GOLDEN / "scored.jsonl")
    (judge,) = ready_metrics(["local_faithfulness"], scores, ModelOptions()).values()
    summaries = 60 * given(scores, WHOLE)
    asked = [one._replace(id=f"{number}") for number, one in enumerate(summaries)]
    with run_folder(None, "meta", {}, []) as folder:
        alone = judged(asked, judge, folder, ModelOptions())
        with killing_workers() as killed, Processes(2) as processes:
            shared = judged(asked, judge, folder, ModelOptions(), processes=processes)
    assert (len(killed), len(processes.notes), shared) == (1, 1, alone)


@pytest.mark.parametrize("n", [1, 2])
def test_bad_input_in_a_worker_is_one_line(hayrick: Command, made: Path, tmp_path: Path, n: int) -> None:
    done = hayrick("retrieve", made, "--retriever", "released:mine", "--out", tmp_path / "out", "--processes", n)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "no scores of a retriever 'mine'" in done.err
    assert not (tmp_path / "out" / "retrieval.json").exists()


def test_processes_that_nothing_would_use_are_refused(hayrick: Command, made: Path, mine: str, own: str) -> None:
    done = hayrick("retrieve", made, "--retriever", mine, "--processes", 2)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "--processes: no retriever that other processes can ask" in done.err
    done = hayrick("meta", GOLDEN / "scored.jsonl", "--metric", "consistency:openai/none", "--processes", 2)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "--processes: no judge that other processes can ask" in done.err
    for words in (("--system", own), ("--system", "lead", "--judge", "openai/none")):
        done = hayrick("run", made, *words, "--processes", 2)
        assert (done.status, len(done.err.splitlines())) == (2, 1)
        assert "--processes: nothing in this run that other processes can do" in done.err
    done = hayrick("run", made, "--system", "lead", "--dry-run", "--processes", 2)
    assert (done.status, "--processes excludes --dry-run" in done.err) == (2, True)


def test_a_plan_is_made_in_one_process(hayrick: Command, tmp_path: Path) -> None:
    done = hayrick("synth", "tidewall", "--plan-only", "--processes", 2, "--out", tmp_path / "tide.json")
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "--processes: with --plan-only" in done.err
