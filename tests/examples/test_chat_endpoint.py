"""The endpoint of docs/examples for methods without a server: requests, and odd ones."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from conftest import ROOT
from hayrick.records.user_code import load_function

FILE = ROOT / "docs" / "examples" / "chat_endpoint.py"
asked: list[Any] = []


def generate(messages: Any, max_tokens: int) -> tuple[str, int, int]:
    asked.append((messages, max_tokens))
    return "The number is 12345.", len(messages[-1]["content"]) // 4, 6


@pytest.fixture
def url() -> Iterator[str]:
    server: Any = load_function(f"python:{FILE}:server_of", "test")(generate)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    asked.clear()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def post(url: str, body: bytes) -> Any:
    with urllib.request.urlopen(urllib.request.Request(url, body)) as reply:
        return json.load(reply)


def test_a_completion(url: str) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Which number?"}], "max_tokens": 6}
    found = post(f"{url}/chat/completions", json.dumps(body).encode())
    assert found["choices"][0]["message"]["content"] == "The number is 12345."
    assert (found["choices"][0]["finish_reason"], found["usage"]["completion_tokens"]) == ("length", 6)
    assert asked == [(body["messages"], 6)]


@pytest.mark.parametrize(("path", "body"), [("chat/completions", b"[]"), ("chat/completions", b"{"), ("models", b"")])
def test_other_requests_are_refused(url: str, path: str, body: bytes) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        post(f"{url}/{path}", body)
    assert caught.value.code in (400, 404)
    caught.value.close()
