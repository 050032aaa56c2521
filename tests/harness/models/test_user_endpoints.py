"""Systems of the user's own that are endpoints on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any, ClassVar

import pytest
from answered import bullets

from conftest import Command, lines_of
from hayrick.harness.storage.journal_file import FILE
from served import served


class Endpoint(BaseHTTPRequestHandler):
    bodies: ClassVar[list[bytes]] = []
    seen: ClassVar[list[dict[str, Any]]] = []
    keys: ClassVar[list[str | None]] = []

    def do_POST(self) -> None:
        self.seen.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.keys.append(self.headers["Authorization"])
        body = self.bodies.pop(0) if self.bodies else b'{"summary": "- The bakery opens at six. [2]"}'
        self.send_response(200 if body else 400)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("HAYRICK_ENDPOINT_KEY", "sesame-open")
    Endpoint.bodies, Endpoint.seen, Endpoint.keys = [], [], []
    with served(Endpoint) as server:
        yield f"{server}/answer"


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("sesame-1\nsesame-2", "a key with a line break; expected one line of ASCII"),
        ("sesame-1\rsesame-2", "a key with a line break"),
        ("sesame€", "a key with a character that is no printable ASCII"),
    ],
)
def test_a_key_that_no_request_can_hold_is_refused_before_the_first_call(
    refused: Callable[..., str],
    native: Path,
    tmp_path: Path,
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    found: str,
) -> None:
    for name in ("HAYRICK_ENDPOINT_KEY", "HAYRICK_RERANK_KEY", "LOOP_API_KEY"):
        monkeypatch.setenv(name, key)
    monkeypatch.setenv("LOOP_BASE_URL", url)
    out = ("--out", tmp_path / "out")
    for variable, words in {
        "HAYRICK_ENDPOINT_KEY": ("run", native, "--system", url),
        "HAYRICK_RERANK_KEY": ("retrieve", native, "--retriever", f"rrf:bm25,rerank:{url}#m"),
        "LOOP_API_KEY": ("run", native, "--system", "openai-api/loop/m+full"),
    }.items():
        line = refused(*words, *out)
        assert f"{variable}: {found}" in line
        assert "sesame" not in line
    assert (Endpoint.seen, (tmp_path / "out").exists()) == ([], False)


def test_an_endpoint_gets_the_contract_and_the_key(hayrick: Command, native: Path, tmp_path: Path, url: str) -> None:
    out = tmp_path / "out"
    words = ("run", native, "--system", url, "--judge", "local", "--bullets", "free", "--out", out)
    assert "of an earlier run" not in hayrick(*words).out
    again = hayrick(*words)
    assert f"{url}: 2 answers are those of an earlier run, from calls.jsonl; --fresh asks again." in again.out
    assert len(Endpoint.seen) == 2, "answered from the journal the second time"
    request = next(one for one in Endpoint.seen if one["subtopic"] == "s1")
    assert request.keys() == {"haystack", "topic", "subtopic", "title", "query", "n_bullets", "documents"}
    assert (request["haystack"], request["topic"], request["n_bullets"]) == ("bakery_native", "a bakery", None)
    assert [one["number"] for one in request["documents"]] == [1, 2, 3, 4, 5, 6]
    assert set(Endpoint.keys) == {"Bearer sesame-open"}
    assert bullets(out)["s1"] == [("The bakery opens at six.", ["dB"])]
    assert not [path for path in out.rglob("*") if path.is_file() and b"sesame" in path.read_bytes()]


def test_a_fresh_run_asks_again_and_keeps_what_was_paid(
    hayrick: Command, refused: Callable[..., str], native: Path, tmp_path: Path, url: str
) -> None:
    out = tmp_path / "out"
    words = ("run", native, "--system", url, "--judge", "local", "--out", out)
    assert hayrick(*words).status == 0
    before = (out / FILE).read_bytes()
    Endpoint.bodies = [b'{"summary": "- The bakery opens at nine. [1]"}'] * 2
    fresh = hayrick(*words, "--fresh")
    assert (fresh.status, len(Endpoint.seen)) == (0, 4)
    assert "of an earlier run" not in fresh.out
    assert "4 answers" in fresh.out
    assert bullets(out)["s1"][0][0] == "The bakery opens at nine."
    assert (out / FILE).read_bytes().startswith(before)
    assert hayrick(*words).status == 0
    assert len(Endpoint.seen) == 4
    assert bullets(out)["s1"][0][0] == "The bakery opens at nine.", "the fresh replies count from now on"
    assert "--fresh needs --out" in refused(*words[:-2], "--fresh")


@pytest.mark.parametrize("body", [b"[]", b'{"text": "- x"}', b"<html>", b"", b"[" * 100_000])
def test_an_endpoint_that_answers_wrongly_is_asked_again_by_the_next_run(
    hayrick: Command, native: Path, tmp_path: Path, url: str, body: bytes
) -> None:
    Endpoint.bodies = [body]
    out = tmp_path / "out"
    words = ("run", native, "--system", url, "--judge", "local", "--out", out)
    done = hayrick(*words)
    assert "1 call failed (" in done.out
    assert len([found for found in bullets(out).values() if not found]) == 1
    assert "calls failed" not in hayrick(*words).out
    assert len(Endpoint.seen) == 3
    assert all(found for found in bullets(out).values())


def test_documents_shown_by_an_endpoint_are_kept(hayrick: Command, native: Path, url: str, tmp_path: Path) -> None:
    Endpoint.bodies = [b'{"summary": "- The bakery opens at six. [2]", "documents_shown": ["dB"]}'] * 2
    assert hayrick("run", native, "--system", url, "--judge", "none", "--out", tmp_path / "out").status == 0
    assert [row["documents_shown"] for row in lines_of(tmp_path / "out" / "summaries.jsonl")] == [["dB"]] * 2
