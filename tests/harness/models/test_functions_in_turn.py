"""Plain functions of the user's are called one call at a time, in the thread in which they were loaded."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import hayrick
from conftest import Command, lines_of
from hayrick.harness.models import user_calls
from hayrick.harness.transport.places import Places
from hayrick.harness.work.user_thread import UserThread
from hayrick.records.user_values import is_async

CODE = """
import asyncio, sqlite3, threading, time
table = sqlite3.connect(":memory:")
table.execute("create table texts(text)")
table.execute("insert into texts values ('The bakery opens at six.')")
asked, both = None, threading.Barrier(2)

def stateful(request):
    global asked
    asked = request["query"]
    time.sleep(0.05)
    return f"- {asked} [1]"

def connected(request):
    return f"- {table.execute('select text from texts').fetchone()[0]} [1]"

def loops(request):
    return asyncio.get_event_loop().run_until_complete(later())

async def later():
    return "- The bakery opens at six. [1]"

def together(request):
    both.wait(20)
    return "- Both. [1]"

async def waiting(request):
    await asyncio.to_thread(both.wait, 20)
    return "- Both. [1]"
"""


@pytest.fixture
def run(hayrick: Command, native: Path, tmp_path: Path) -> Callable[..., dict[str, str]]:
    """Replies of a function of `CODE`, by subtopic."""
    (tmp_path / "mine.py").write_text(CODE)

    def of(name: str, *more: object) -> dict[str, str]:
        out = tmp_path / "out"
        done = hayrick("run", native, "--system", f"python:{tmp_path}/mine.py:{name}", "--out", out, *more)
        assert done.status == 0, done
        return {row["subtopic"]: row["reply"] for row in lines_of(out / "summaries.jsonl")}

    return of


def test_each_question_gets_its_own_answer(run: Callable[..., dict[str, str]], native: Path) -> None:
    wanted = {one.id: f"- {one.query} [1]" for one in hayrick.load(native).subtopics}
    assert run("stateful") == wanted


@pytest.mark.parametrize("name", ["connected", "loops"])
@pytest.mark.parametrize("more", [(), ("--jobs", 1)])
def test_what_belongs_to_a_thread_works(
    run: Callable[..., dict[str, str]], name: str, more: tuple[object, ...]
) -> None:
    assert set(run(name, *more).values()) == {"- The bakery opens at six. [1]"}


def test_code_that_needs_the_main_thread_is_loaded_there(hayrick: Command, native: Path, tmp_path: Path) -> None:
    code = "import signal\nsignal.signal(signal.SIGUSR2, signal.SIG_DFL)\ndef f(request):\n    return '- Six. [1]'\n"
    (tmp_path / "mine.py").write_text(code)
    assert hayrick("run", native, "--system", f"python:{tmp_path}/mine.py:f").status == 0


def test_jobs_calls_from_several_threads(run: Callable[..., dict[str, str]]) -> None:
    """Both calls wait for one another, which they can only from two threads."""
    assert set(run("together", "--jobs", 2).values()) == {"- Both. [1]"}


def test_async_functions_stay_concurrent(run: Callable[..., dict[str, str]]) -> None:
    assert set(run("waiting").values()) == {"- Both. [1]"}


def test_two_functions_take_turns_with_one_another(native: Path) -> None:
    """Both wait for the other for a moment, and never meet."""
    inside, met = threading.Lock(), []

    def one(request: dict[str, object]) -> str:
        met.append(not inside.acquire(timeout=0.01))
        threading.Event().wait(0.05)
        inside.release()
        return "- Six. [1]"

    def two(request: dict[str, object]) -> str:
        return one(request)

    hayrick.run(native, [one, two])
    assert met == [False] * 4


def test_a_function_may_run_hayrick_itself(native: Path) -> None:
    def inner(request: dict[str, object]) -> str:
        return "- The bakery opens at six. [1]"

    def outer(request: dict[str, object]) -> str:
        return str(hayrick.run(native, inner).responses()[0]["reply"])

    assert {row["reply"] for row in hayrick.run(native, outer).responses()} == {"- The bakery opens at six. [1]"}


def test_a_note_recommends_jobs_after_a_minute(
    hayrick: Command, native: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(CODE)
    words = ("run", native, "--system", f"python:{tmp_path}/mine.py:stateful")
    assert "--jobs N" not in hayrick(*words).out
    monkeypatch.setattr(user_calls, "LONG", 0.1)
    assert "mine.py:stateful was called one call at a time, which took 0 s; --jobs N calls it from N" in " ".join(
        hayrick(*words).out.split()
    )
    assert "--jobs N" not in hayrick(*words, "--jobs", 2).out


def test_work_that_does_not_end_keeps_nothing_from_beginning() -> None:
    thread, never = UserThread(), threading.Event()
    first = thread.submit(never.wait)
    thread.renew()
    assert thread.submit(lambda: 3).result(10) == 3
    never.set()
    assert first.result(10) is True


def test_a_place_of_its_own_for_all_that_take_turns() -> None:
    places = Places(20, lambda model: model.startswith("python:"))
    assert places.of("python:a.py:f", "") is places.of("python:b:g", "")
    assert places.of("python:a.py:f", "").most == 1
    assert places.of("http://127.0.0.1:1/", "").most == 20


def test_what_is_async() -> None:
    class Called:
        async def __call__(self, request: object) -> str:
            return ""

    assert is_async(Called())
    assert is_async(asyncio.sleep)
    assert not is_async(sqlite3.connect)
    assert not is_async(Called)
