"""What a model's server sends is read within bounds: long replies, packed ones, and addresses elsewhere."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from hayrick.harness.failures import CallFailed
from hayrick.harness.model_calls import Outgoing
from hayrick.harness.usage import most_bytes
from hayrick.types import Message, Prompt

pytest.importorskip("inspect_ai", reason="language models need 'hayrick[llm]'")

pytestmark = pytest.mark.filterwarnings("ignore:.*'initial' parameter.*:DeprecationWarning")  # in Inspect

PROMPT = Prompt(messages=(Message(role="user", text="Say it."),), signature="s")
ASK = Outgoing(model="openai-api/bound/m", purpose="system", prompt=PROMPT, parameters={}, max_tokens=10)


class Handler(BaseHTTPRequestHandler):
    status: ClassVar[int] = 200
    headers_sent: ClassVar[dict[str, str]] = {}
    body: ClassVar[bytes] = b""
    seen: ClassVar[list[str | None]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append(self.headers["Accept-Encoding"])
        self.send_response(self.status)
        for name, value in {**self.headers_sent, "Content-Length": str(len(self.body))}.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(self.body)
        except ConnectionError:
            return

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(autouse=True)
def _server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("BOUND_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("BOUND_API_KEY", "unused")
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr(Handler, "seen", [])
    yield
    server.shutdown()
    server.server_close()


def reply(text: str) -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return json.dumps(
        {"id": "r", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    ).encode()


def asked() -> str:
    from hayrick.harness import providers

    return asyncio.run(providers.Models(providers.Reach()).send(ASK)).text


@pytest.mark.parametrize("packed", [False, True])
def test_a_reply_is_read_up_to_what_its_tokens_permit(packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = most_bytes(ASK.max_tokens)
    around = len(reply(""))
    monkeypatch.setattr(Handler, "headers_sent", {"Content-Encoding": "gzip"} if packed else {})
    for size, fits in ((limit - around, True), (limit - around + 1, False), (50 * limit, False)):
        body = reply("x" * size)
        monkeypatch.setattr(Handler, "body", gzip.compress(body) if packed else body)
        if fits:
            assert len(asked()) == size
            continue
        with pytest.raises(CallFailed, match=rf"a reply of more than {limit:,} bytes") as caught:
            asked()
        assert (caught.value.kind, caught.value.usage.tokens_out) == ("overlong", ASK.max_tokens)
    assert Handler.seen == ["identity"] * 3, "asked once each, and for plain bytes"


def test_a_redirect_is_named_and_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handler, "status", 307)
    monkeypatch.setattr(Handler, "headers_sent", {"Location": "http://elsewhere.example/v1/chat/completions"})
    with pytest.raises(
        CallFailed, match=r"at 127.0.0.1: status 307 sends the prompt on to elsewhere.example"
    ) as caught:
        asked()
    assert (caught.value.kind, len(Handler.seen)) == ("307", 1)
