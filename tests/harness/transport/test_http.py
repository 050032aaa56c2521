"""Posting JSON to an endpoint on this machine: tries, limits, and what is never shown."""

from __future__ import annotations

import gzip
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import ClassVar

import pytest

from hayrick.harness.transport.failures import EXHAUSTED
from hayrick.harness.transport.http import RERANK_KEY, NoReply, Poster
from hayrick.types import BadInput
from served import served

Answer = tuple[int, dict[str, str], bytes]


class Handler(BaseHTTPRequestHandler):
    answers: ClassVar[list[Answer]] = []
    seen: ClassVar[list[tuple[str, dict[str, str], bytes]]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append((self.path, dict(self.headers.items()), body))
        status, headers, answer = self.answers.pop(0)
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(answer))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.delenv(RERANK_KEY, raising=False)
    monkeypatch.setenv("no_proxy", "*")
    Handler.answers, Handler.seen = [], []
    with served(Handler) as server:
        yield f"{server}/rerank"


def poster(waits: list[float], tries: int = 3) -> Poster:
    return Poster(seconds=5, tries=tries, pause=waits.append)


def test_a_value_goes_out_and_one_comes_back(url: str) -> None:
    Handler.answers = [(200, {}, b'{"results": []}')]
    waits: list[float] = []
    assert poster(waits)(url, {"query": "ü"}) == {"results": []}
    path, headers, body = Handler.seen[0]
    assert (path, json.loads(body), waits) == ("/rerank", {"query": "ü"}, [])
    assert headers["Content-Type"] == "application/json"
    assert "Authorization" not in headers


def test_the_key_comes_from_the_environment(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RERANK_KEY, "sesame")
    Handler.answers = [(200, {}, b"{}")]
    poster([])(url, {})
    assert Handler.seen[0][1]["Authorization"] == "Bearer sesame"


@pytest.mark.parametrize("slash", [b"/", b"\\/"], ids=["plain", "as PHP writes it"])
def test_a_key_in_an_answer_is_masked_wherever_it_stands(
    url: str, slash: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(RERANK_KEY, "sesame/of/1815")
    key = b"sesame/of/1815".replace(b"/", slash)
    Handler.answers = [(200, {}, b'{"reply": "is %s", "%s": [1, {"a": "%s"}]}' % (key, key, key))]
    assert poster([])(url, {}) == {"reply": "is ***", "***": [1, {"a": "***"}]}


@pytest.mark.parametrize(
    ("headers", "waits", "why"),
    [
        ({}, [1.0, 2.0], "each wait is twice the one before"),
        ({"Retry-After": "7"}, [7.0, 7.0], "the endpoint says how long"),
        ({"Retry-After": "9999"}, [30.0, 30.0], "but not longer than the longest pause"),
        ({"Retry-After": "nan"}, [1.0, 2.0], "what is no number is not followed"),
        ({"Retry-After": "-5"}, [1.0, 2.0], "nor a negative one"),
        ({"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}, [30.0, 30.0], "it may be a date"),
        ({"Retry-After": "Fri, 31 Dec 9999 23:59:59 -0000"}, [30.0, 30.0], "of no zone"),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, [1.0, 2.0], "but not a past one"),
        ({"Retry-After": "Wed, 99 Oct 2015"}, [1.0, 2.0], "nor what is none"),
    ],
)
def test_busy_endpoints_are_asked_again(url: str, headers: dict[str, str], waits: list[float], why: str) -> None:
    Handler.answers = [(503, headers, b""), (429, headers, b""), (200, {}, b"1")]
    waited: list[float] = []
    assert poster(waited)(url, {}) == 1
    assert waited == waits, why


def test_a_refusal_that_breaks_off_still_says_how_long_to_wait(url: str) -> None:
    chunks = {"Retry-After": "7", "Transfer-Encoding": "chunked"}
    Handler.answers = [(429, chunks, b"ff\r\nToo many"), (200, {}, b"1")]
    waited: list[float] = []
    assert poster(waited)(url, {}) == 1
    assert waited == [7.0]


def test_tries_are_bounded(url: str) -> None:
    Handler.answers = [(500, {}, b"")] * 9
    with pytest.raises(NoReply, match="HTTP status 500 after 3 tries"):
        poster([])(url, {})
    assert len(Handler.seen) == 3


@pytest.mark.parametrize(
    ("status", "found"), [(400, "HTTP status 400"), (401, "HAYRICK_RERANK_KEY"), (404, "HTTP status 404")]
)
def test_refusals_are_final_and_hide_secrets(
    url: str, status: int, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(RERANK_KEY, "sesame")
    Handler.answers = [(status, {}, b"sesame is wrong")]
    with pytest.raises(NoReply, match=found) as caught:
        poster([])(f"{url}?token=hidden", {})
    assert len(Handler.seen) == 1
    assert "sesame" not in str(caught.value)
    assert "hidden" not in str(caught.value)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            b'{"detail":[{"loc":["body","q"],"msg":"Field required"}]}',
            '{"detail": [{"loc": ["body", "q"], "msg": "Field',
        ),
        (b"no\n  such \x1b[31mfield", r"no such \x1b[31mfield"),
        (b'"sesame\\/of\\/1815 is \\u00e9tranger"', '"*** is étranger"'),
        (b"a" * 300, f"{'a' * 200} ..."),
        (b"\n<!doctype html><title>422 No &amp; No</title><h1>Long</h1>", "422 No & No"),
    ],
)
@pytest.mark.parametrize("status", [422, 500])
def test_what_a_refusal_says_is_shown_in_one_line(
    url: str, status: int, said: bytes, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(RERANK_KEY, "sesame/of/1815")
    Handler.answers = [(status, {}, said)] * 3
    with pytest.raises(NoReply) as caught:
        poster([])(url, {})
    line = str(caught.value)
    assert f"HTTP status {status}" in line
    assert f" It says: {shown}" in line
    assert line.isprintable()


# Without the time, which the header of gzip holds: all workers must collect the same names.
@pytest.mark.parametrize("said", [b"", b"<html><h1>Wrong</h1></html>", gzip.compress(b"packed", mtime=0)])
def test_a_refusal_without_words_shows_none(url: str, said: bytes) -> None:
    Handler.answers = [(422, {}, said)]
    with pytest.raises(NoReply, match=r"HTTP status 422\. The request was not sent again\.$"):
        poster([])(url, {})


@pytest.mark.parametrize(
    ("status", "said"), [(429, b'{"error": {"code": "insufficient_quota"}}'), (402, b""), (402, b"Pay first.")]
)
def test_a_quota_that_is_used_up_is_not_waited_for(url: str, status: int, said: bytes) -> None:
    Handler.answers = [(status, {}, said)]
    with pytest.raises(NoReply, match=rf"HTTP status {status}: no quota is left") as caught:
        poster([])(url, {})
    assert caught.value.status == EXHAUSTED
    assert len(Handler.seen) == 1


def test_a_limit_a_minute_worded_as_a_quota_is_waited_for(url: str) -> None:
    said = b"You exceeded your current quota. Please retry in 3s."
    Handler.answers = [(429, {}, said), (200, {}, b"1")]
    assert poster([])(url, {}) == 1


def test_redirects_are_not_followed(url: str) -> None:
    for to, named in (("http://elsewhere.example/rerank", "elsewhere.example"), ("/rerank", "another address there")):
        Handler.answers, Handler.seen = [(302, {"Location": to}, b""), (200, {}, b"{}")], []
        with pytest.raises(NoReply, match=rf"status 302 sends the request on to {named}, which is not followed"):
            poster([])(url, {})
        assert len(Handler.seen) == 1


def test_a_host_without_an_address_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: object, **__: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(
        NoReply, match=r"models.example/ask: the host cannot be found \(Name or service not known\) after"
    ):
        poster([])("http://models.example/ask", {})


def test_an_answer_must_be_json(url: str) -> None:
    for content in (b"<html>", b"[1" + b"0" * 400 + b"]", b"[NaN]", b"\xff"):
        Handler.answers = [(200, {}, content)]
        with pytest.raises(NoReply, match="no JSON"):
            poster([])(url, {})


def test_an_answer_packed_unasked_is_named(url: str) -> None:
    Handler.answers = [(200, {"Content-Encoding": "gzip"}, gzip.compress(b"{}"))]
    with pytest.raises(NoReply, match="packed with gzip, which the request does not accept"):
        poster([])(url, {})


def test_an_address_where_nothing_listens_is_tried_again_only_if_it_has_answered() -> None:
    waits: list[float] = []
    ask = poster(waits, tries=2)
    with served(Handler) as server:
        Handler.answers = [(200, {}, b"1")]
        assert ask(server, {}) == 1
    with pytest.raises(NoReply, match=r"connection refused: nothing listens there. Is the endpoint up\?$") as caught:
        ask(f"{server}/other", {})
    assert (waits, caught.value.status) == ([], "ConnectionRefusedError")
    with pytest.raises(NoReply, match=r"no answer .*refused.* after 2 tries"):
        ask(server, {})
    assert waits == [1.0]


@pytest.mark.parametrize(
    "wrong", ["ftp://a/b", "file:///etc/hostname", "http://", "no address", "http://[bad", "http://a..b/"]
)
def test_what_is_no_web_address_is_refused(wrong: str) -> None:
    with pytest.raises(BadInput, match="no web address"):
        Poster()(wrong, {})


def test_an_answer_that_drips_ends_at_its_deadline(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def drip(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000000")
        handler.end_headers()
        while not ended.wait(0.02):
            try:
                handler.wfile.write(b" ")
            except ConnectionError:
                return

    monkeypatch.setattr(Handler, "do_POST", drip)
    with pytest.raises(NoReply, match=r"no whole answer within 0\.2 s after 2 tries"):
        Poster(seconds=0.2, tries=2, pause=lambda seconds: None)(url, {})
    ended.set()


def test_half_an_answer_is_tried_again(url: str) -> None:
    Handler.answers = [(200, {"Transfer-Encoding": "chunked"}, b"5\r\n[1, 2"), (200, {}, b"[3]")]
    assert poster([])(url, {}) == [3]
