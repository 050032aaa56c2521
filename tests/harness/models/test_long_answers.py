"""Answers of a user's own systems and of rerankers that are longer than any needs to be, or that do not end."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import ClassVar

import pytest

from conftest import Command, lines_of
from hayrick import run
from hayrick.harness.storage.journal_file import FILE
from hayrick.harness.transport.http import ROOM, NoReply, Poster
from hayrick.protocols import Ask
from hayrick.systems.own import LONGEST
from hayrick.types import Bullet, Item, Response, Summary
from served import served

GOOD = b'{"summary": "- The bakery opens at six. [2]"}'


class Talkative(BaseHTTPRequestHandler):
    """Sends the parts of the next answer until it is cut off; after all answers, a good one."""

    answers: ClassVar[list[Iterator[bytes]]] = []
    is_cut_off: ClassVar[threading.Event] = threading.Event()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        try:
            for part in self.answers.pop(0) if self.answers else [GOOD]:
                self.wfile.write(part)
        except ConnectionError:
            self.is_cut_off.set()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    Talkative.answers, Talkative.is_cut_off = [], threading.Event()
    with served(Talkative) as server:
        yield f"{server}/answer"


def without_end(beginning: bytes) -> Iterator[bytes]:
    yield beginning
    while True:
        yield b"- A b c. [1]\\n" * 5_000


def test_no_more_of_an_answer_is_read_than_its_request_permits(url: str) -> None:
    Talkative.answers = [without_end(b'{"results": "')]
    sent = {"query": "when"}
    most = ROOM + len(json.dumps(sent))
    with pytest.raises(NoReply, match=f"an answer of more than {most:,} bytes") as caught:
        Poster(tries=1)(url, sent)
    assert caught.value.status == "overlong"
    assert Talkative.is_cut_off.wait(30), "the rest is not read"


def test_an_endpoint_may_send_back_all_that_it_was_sent(url: str) -> None:
    documents = "word " * (ROOM // 4)
    sent = json.dumps({"documents": documents}).encode()
    Talkative.answers = [iter([sent])]
    assert len(sent) > ROOM
    assert Poster(tries=1)(url, {"documents": documents}) == {"documents": documents}


@pytest.mark.parametrize("answer", [without_end, lambda start: iter([start, b"a" * (LONGEST + 1), b'"}'])])
def test_an_answer_that_is_too_long_is_a_failure_of_its_own(
    hayrick: Command, native: Path, tmp_path: Path, url: str, answer: Callable[[bytes], Iterator[bytes]]
) -> None:
    Talkative.answers = [answer(b'{"summary": "')]
    out = tmp_path / "out"
    words = ("run", native, "--system", url, "--judge", "local", "--out", out)
    done = hayrick(*words)
    assert "1 error:overlong" in done.out
    assert len(lines_of(out / FILE)) == 2, "the head and the good answer"
    assert (out / FILE).stat().st_size < 5_000
    assert "overlong" not in hayrick(*words).out, "the next run asks again"


@pytest.mark.parametrize(("n", "told"), [(LONGEST, False), (LONGEST + 1, True)])
def test_a_functions_answer_has_the_same_bound(
    hayrick: Command, native: Path, tmp_path: Path, n: int, told: bool
) -> None:
    code = tmp_path / "mine.py"
    code.write_text(f"def f(request):\n    return 'a' * {n} if request['subtopic'] == 's1' else '- Six. [1]'\n")
    done = hayrick("run", native, "--system", f"python:{code}:f", "--judge", "local", "--out", tmp_path / "out")
    assert done.status == 0
    assert (f"an answer of {n:,} characters; expected at most {LONGEST:,}" in done.out) is told
    assert ("1 error:overlong" in done.out) is told


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_function_that_does_not_end_is_left_alone_at_the_deadline(
    hayrick: Command, native: Path, tmp_path: Path, kind: str
) -> None:
    code = tmp_path / "mine.py"
    never = "    if request['subtopic'] == 's1':\n        threading.Event().wait()\n"
    code.write_text(f"import threading\n{kind} f(request):\n{never}    return '- Six. [1]'\n")
    words = ("--judge", "local", "--seconds", 1, "--out", tmp_path / "out")
    done = hayrick("run", native, "--system", f"python:{code}:f", *words)
    assert done.status == 0
    assert f"python:{code}:f: no answer within 1 s" in done.out
    assert "1 ok, 1 error:TimeoutError" in done.out


@dataclass
class Long:
    """A system that answers with many characters, in its reply or in two bullets of its answer."""

    n: int
    place: str
    asks: bool = False
    signature: str = "long"

    def respond(self, items: Sequence[Item[object]], ask: Ask) -> list[Response[Summary]]:
        first = "b" * (self.n - 9) if self.place == "answer" else "It opens"
        answer = Summary(bullets=(Bullet(id=1, text=first), Bullet(id=2, text="c" * 9)), n_lines=2)
        reply = "a" * self.n if self.place == "reply" else "- It opens"
        return [Response(item=one, system="long", context="own", answer=answer, reply=reply) for one in items]


@pytest.mark.parametrize("place", ["reply", "answer"])
@pytest.mark.parametrize(("n", "kept"), [(LONGEST, True), (LONGEST + 1, False)])
def test_an_own_objects_answer_has_the_same_bound(native: Path, n: int, place: str, kept: bool) -> None:
    found = run(native, Long(n, place), judge="local")
    assert {row.get("class") for row in found.responses()} == {None if kept else "error:overlong"}
    assert all(bool(row["bullets"]) is kept for row in found.responses())
    assert ("2 error:overlong. error:overlong: longer than allowed, and not kept" in " ".join(found.notes)) is not kept


@pytest.mark.parametrize(("spec", "retries"), [("rerank:{}", 1), ("rrf:bm25,rerank:{}#model", 0)])
def test_a_reranker_that_drips_ends_at_the_deadline(
    refused: Callable[..., str], native: Path, url: str, spec: str, retries: int
) -> None:
    ended = threading.Event()

    def drip() -> Iterator[bytes]:
        while not ended.wait(0.02):
            yield b" "

    Talkative.answers = [drip() for _ in range(20)]
    words = ("retrieve", native, "--retriever", spec.format(url), "--seconds", "1", "--retries", retries)
    assert f"no whole answer within 1 s after {retries + 1} tr" in refused(*words)
    assert len(Talkative.answers) == 20 - 1 - retries
    ended.set()
