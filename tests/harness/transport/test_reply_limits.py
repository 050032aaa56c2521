"""What a model's server sends is read within bounds: long replies, packed ones, and addresses elsewhere."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, NamedTuple

import pytest

from hayrick.harness.transport.failures import Busy, CallFailed, Spoiled
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.harness.transport.usage import most_bytes
from hayrick.types import Message, Prompt

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

from hayrick.harness.transport import reply_limits

pytestmark = pytest.mark.filterwarnings("ignore:.*'initial' parameter.*:DeprecationWarning")  # in Inspect

PROMPT = Prompt(messages=(Message(role="user", text="Say it."),), signature="s")
MAX_TOKENS = 10


class Service(NamedTuple):
    """A provider: its model, the package of its client, and the JSON value of a reply with some text."""

    model: str
    package: str
    reply: Callable[[str], object]


def _chat(text: str) -> object:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return {"id": "r", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}


def _message(text: str) -> object:
    head = {"id": "r", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn"}
    usage = {"input_tokens": 9, "output_tokens": 9}
    return {**head, "stop_sequence": None, "content": [{"type": "text", "text": text}], "usage": usage}


def _content(text: str) -> object:
    candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "modelVersion": "m"}


SERVICES = (
    Service("openai-api/bound/m", "openai", _chat),
    Service("anthropic/claude-m", "anthropic", _message),
    Service("google/gemini-m", "google.genai", _content),
)


@pytest.fixture(params=SERVICES, ids=lambda one: one.package)
def service(request: pytest.FixtureRequest) -> Service:
    found: Service = request.param
    pytest.importorskip(found.package, reason=f"pip install {found.package.replace('.', '-')}")
    return found


class Handler(BaseHTTPRequestHandler):
    status: ClassVar[int] = 200
    headers_sent: ClassVar[dict[str, str]] = {}
    body: ClassVar[bytes] = b""
    missing: ClassVar[int] = 0
    seen: ClassVar[list[str | None]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append(self.headers["Accept-Encoding"])
        if self.status == 0:
            return
        self.send_response(self.status)
        for name, value in {**self.headers_sent, "Content-Length": str(len(self.body) + self.missing)}.items():
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
    for name in ("BOUND", "ANTHROPIC", "GOOGLE"):
        monkeypatch.setenv(f"{name}_BASE_URL", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv(f"{name}_API_KEY", "unused")
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr(Handler, "seen", [])
    yield
    server.shutdown()
    server.server_close()


def asked(service: Service) -> str:
    return replied(service).text


def replied(service: Service) -> Completion:
    from hayrick.harness.models import providers

    question = Outgoing(model=service.model, purpose="system", prompt=PROMPT, parameters={}, max_tokens=MAX_TOKENS)

    async def ask() -> Completion:
        models = providers.Models(providers.Reach())
        try:
            return await models.send(question)
        finally:
            await models.close()

    return asyncio.run(ask())


@pytest.mark.parametrize("packed", [False, True])
def test_a_reply_is_read_up_to_what_its_tokens_permit(
    service: Service, packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = most_bytes(MAX_TOKENS, 0)
    around = len(json.dumps(service.reply("")))
    monkeypatch.setattr(Handler, "headers_sent", {"Content-Encoding": "gzip"} if packed else {})
    for size, fits in ((limit - around, True), (limit - around + 1, False), (50 * limit, False)):
        body = json.dumps(service.reply("x" * size)).encode()
        monkeypatch.setattr(Handler, "body", gzip.compress(body) if packed else body)
        if fits:
            assert len(asked(service)) == size
            continue
        with pytest.raises(CallFailed, match=rf"a reply of more than {limit:,} bytes") as caught:
            asked(service)
        assert (caught.value.kind, caught.value.usage.tokens_out) == ("overlong", MAX_TOKENS)
    assert Handler.seen == ["identity"] * 3, "asked once each, and for plain bytes"


def test_a_redirect_is_named_and_not_followed(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handler, "status", 307)
    monkeypatch.setattr(Handler, "headers_sent", {"Location": "http://elsewhere.example/v1/chat/completions"})
    with pytest.raises(
        CallFailed, match=r"at 127.0.0.1: status 307 sends the request on to elsewhere.example"
    ) as caught:
        asked(service)
    assert (caught.value.kind, len(Handler.seen)) == ("307", 1)


@pytest.mark.parametrize(("status", "kind"), [(401, CallFailed), (429, Busy), (500, Busy)])
def test_a_refusal_is_known_by_its_status_and_sent_again_by_nobody(
    service: Service, status: int, kind: type[CallFailed], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "status", status)
    monkeypatch.setattr(Handler, "body", b'{"error": {"message": "no"}}')
    with pytest.raises(CallFailed, match=f"at 127.0.0.1: .* {status}") as caught:
        asked(service)
    assert (type(caught.value), caught.value.kind, len(Handler.seen)) == (kind, str(status), 1)


@pytest.mark.parametrize("encoding", ["identity", "gzip", "zstd"])
def test_a_refusal_without_end_is_a_refusal_and_costs_nothing(
    service: Service, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = b'{"error": {"message": "no' + b"o" * (2 * most_bytes(MAX_TOKENS, 0))
    monkeypatch.setattr(Handler, "status", 401)
    monkeypatch.setattr(Handler, "headers_sent", {"Content-Encoding": encoding})
    monkeypatch.setattr(Handler, "body", gzip.compress(body) if encoding == "gzip" else body)
    with pytest.raises(CallFailed) as caught:
        asked(service)
    assert (caught.value.kind, caught.value.usage.tokens_out, len(Handler.seen)) == ("401", 0, 1)


@pytest.mark.parametrize("status", [401, 307, 503])
def test_a_refusal_that_drips_is_left_after_a_moment(
    service: Service, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = threading.Event()

    def drip(handler: Handler) -> None:
        handler.send_response(status)
        handler.send_header("Location", "http://elsewhere.example/v1")
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        try:
            for _ in range(1000):
                handler.wfile.write(b" ")
                time.sleep(0.02)
        except ConnectionError:
            left.set()

    monkeypatch.setattr(Handler, "do_POST", drip)
    monkeypatch.setattr(reply_limits, "ERROR_SECONDS", 0.1)
    with pytest.raises(CallFailed) as caught:
        asked(service)
    assert caught.value.kind == str(status)
    assert left.wait(10), "the server was not read to the end of its answer"


def test_a_host_without_an_address_is_named_with_the_reason(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: object, **__: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    for name in ("BOUND", "ANTHROPIC", "GOOGLE"):
        monkeypatch.setenv(f"{name}_BASE_URL", "http://models.example/v1")
    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(CallFailed, match=r"models.example: the host cannot be found \(Name or service not known\)"):
        asked(service)


NO_REPLIES = {
    "nothing": b"",
    "a page": b"<html>busy</html>",
    "a list": b"[1, 2]",
    "null": b"null",
    "a number": b"7",
    "an empty object": b"{}",
    "its beginning": b'{"id": "r", "',
    "no UTF-8": b'{"id": "\xff"}',
    "a number of 6,000 digits": b'{"id": ' + b"9" * 6_000 + b"}",
    "many lists in one another": b"[" * 100_000,
}


@pytest.mark.parametrize("body", NO_REPLIES.values(), ids=NO_REPLIES)
def test_an_answer_that_is_no_reply_is_billed_and_worth_another_try(
    service: Service, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "body", body)
    with pytest.raises((Spoiled, Busy)) as caught:
        asked(service)
    assert "token count" not in str(caught.value)
    assert (caught.value.usage.tokens_out, len(Handler.seen)) == (MAX_TOKENS, 1)


def test_an_answer_without_choices_is_no_reply(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    name = {"openai": "choices", "anthropic": "content", "google.genai": "candidates"}[service.package]
    whole = service.reply("yes")
    assert isinstance(whole, dict)
    monkeypatch.setattr(Handler, "body", json.dumps({**whole, name: []}).encode())
    if service.package == "anthropic":
        assert asked(service) == "", "a reply that says nothing"
        return
    with pytest.raises(Spoiled, match="a reply without choices") as caught:
        asked(service)
    assert (caught.value.usage.tokens_out, caught.value.doubt) == (MAX_TOKENS, "no count was read")


ERRORS = {
    "openai": ({"error": {"code": 503, "message": "No."}}, {"error": {"code": 401, "message": "No."}}),
    "anthropic": (
        {"type": "error", "error": {"type": "overloaded_error", "message": "No."}},
        {"type": "error", "error": {"type": "authentication_error", "message": "No."}},
    ),
    "google.genai": (
        {"error": {"code": 503, "status": "UNAVAILABLE", "message": "No."}},
        {"error": {"code": 401, "status": "UNAUTHENTICATED", "message": "No."}},
    ),
}
"""An error that passes, and one of the key."""


@pytest.mark.parametrize(("number", "kinds"), [(0, ("503", "529")), (1, ("401",))])
def test_an_error_with_status_200_is_what_it_says_and_costs_nothing(
    service: Service, number: int, kinds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "body", json.dumps(ERRORS[service.package][number]).encode())
    with pytest.raises(CallFailed, match=r"the server says .*: No") as caught:
        asked(service)
    assert caught.value.kind in kinds
    assert (isinstance(caught.value, Busy), caught.value.usage.tokens_out) == (number == 0, 0)


STOPS: dict[str, dict[str, str | None]] = {
    "openai": {
        **dict.fromkeys(("length", "model_length", "MAX_TOKENS", "model_context_window_exceeded"), "max_tokens"),
        **dict.fromkeys(("content_filter", "SAFETY", "refusal"), "content_filter"),
        **{"stop": "stop", "eos_token": "unknown", "error": None, "insufficient_system_resource": None},
    },
    "anthropic": {
        **dict.fromkeys(("max_tokens", "model_context_window_exceeded"), "max_tokens"),
        **{"refusal": "content_filter", "end_turn": "stop", "a_new_one": "unknown", "pause_turn": None, "": None},
    },
    "google.genai": {
        **dict.fromkeys(("SAFETY", "RECITATION", "BLOCKLIST", "SPII", "IMAGE_SAFETY"), "content_filter"),
        **{"MAX_TOKENS": "max_tokens", "STOP": "stop", "OTHER": "unknown"},
        **{"MALFORMED_FUNCTION_CALL": None, "MALFORMED_RESPONSE": None},
    },
}
"""Word of a provider -> why a model stopped; None where its server broke off or its package would ask once more."""


def test_why_a_model_stopped_is_read_in_the_words_of_its_provider(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: dict[str, str | None] = {}
    billed: list[int] = []
    for word in STOPS[service.package]:
        body: Any = service.reply("yes")
        place = body if service.package == "anthropic" else (body.get("choices") or body["candidates"])[0]
        name = {"openai": "finish_reason", "anthropic": "stop_reason", "google.genai": "finishReason"}[service.package]
        place[name] = word or None
        monkeypatch.setattr(Handler, "body", json.dumps(body).encode())
        try:
            found[word] = replied(service).stop
        except Spoiled as problem:
            found[word] = None
            billed.append(problem.usage.tokens_out)
    assert found == STOPS[service.package]
    assert len(Handler.seen) == len(found), "each is asked for once"
    assert all(billed), "a reply that broke off is paid for"


@pytest.mark.parametrize(("status", "paid"), [(200, MAX_TOKENS), (0, 0)])
def test_a_connection_that_breaks_off_is_worth_another_try_and_billed_if_an_answer_had_begun(
    service: Service, status: int, paid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "status", status)
    monkeypatch.setattr(Handler, "body", json.dumps(service.reply("yes")).encode())
    monkeypatch.setattr(Handler, "missing", 9)
    with pytest.raises(Busy) as caught:
        asked(service)
    assert (caught.value.usage.tokens_out, len(Handler.seen)) == (paid, 1)


def test_an_answered_question_leaves_no_cycle_that_holds_its_request(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai", reason="pip install openai")
    service = SERVICES[0]  # Clients of other providers leave some themselves.
    from hayrick.harness.models import providers

    monkeypatch.setattr(Handler, "body", json.dumps(service.reply("yes")).encode())
    question = Outgoing(model=service.model, purpose="system", prompt=PROMPT, parameters={}, max_tokens=MAX_TOKENS)

    async def left() -> list[str]:
        models = providers.Models(providers.Reach())
        await models.send(question)  # What is made once is made.
        gc.collect()
        gc.disable()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            await asyncio.create_task(models.send(question))
            gc.collect()
            return [type(one).__name__ for one in gc.garbage if "Request" in type(one).__name__]
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()
            await models.close()

    assert asyncio.run(left()) == []
