"""What the scripted server sends, by plain HTTP: answers, usage, and every misbehaviour."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
from contextlib import suppress
from typing import Any

import pytest

from .client import FIXED, LIMIT, ask, chat, chat_body, connect, content
from .process import loopback
from .rules import MISBEHAVIOURS


def test_usage_counts_and_cached_prefixes_are_whole_blocks() -> None:
    long = " ".join(f"w{number}" for number in range(300))
    changed = long.replace("w130 ", "other ")
    with loopback({"answers": [FIXED]}) as server:
        texts = [(long, "a"), (long, "a"), (changed, "a"), (f"new {long}", "a"), (long, "b"), ("w0 w1", "a")]
        usages = [chat(server, text, model=model).value["usage"] for text, model in texts]
    assert [usage["prompt_tokens"] for usage in usages] == [300, 300, 300, 301, 300, 2]
    # 300 tokens hold 2 blocks of 128; token 130 is in the second; a word in front shifts all; models share nothing.
    assert [usage["prompt_tokens_details"]["cached_tokens"] for usage in usages] == [0, 256, 128, 0, 0, 0]
    assert {usage["completion_tokens"] for usage in usages} == {7}, "six words and a full stop"
    assert all(usage["total_tokens"] == usage["prompt_tokens"] + 7 for usage in usages)


def test_prompts_that_come_at_the_same_time_find_nothing_cached() -> None:
    text = "word " * 256
    with loopback({"answers": [FIXED], "rules": [{"do": "hang", "when": {"number": 1}}]}) as server:
        with pytest.raises(TimeoutError):
            chat(server, text, seconds=0.3)
        cached = [chat(server, text).value["usage"]["prompt_tokens_details"]["cached_tokens"] for _ in range(2)]
    assert cached == [0, 256]


@pytest.mark.parametrize(
    ("rule", "status", "said"),
    [
        ({"do": "status", "status": 429}, 429, "rate_limit_exceeded"),
        ({"do": "status", "status": 500}, 500, "server_error"),
        ({"do": "status", "status": 503, "code": "busy"}, 503, "busy"),
        ({"do": "content_filter_400"}, 400, "content_filter"),
    ],
)
def test_refusals(rule: dict[str, object], status: int, said: str) -> None:
    with loopback({"rules": [rule]}) as server:
        got = chat(server)
    assert (got.status, got.value["error"]["code"]) == (status, said)
    assert got.headers["Retry-After"] is None


def test_retry_after_is_sent_where_the_rule_has_it() -> None:
    with loopback({"rules": [{"do": "status", "status": 429, "retry_after": 3}]}) as server:
        assert chat(server).headers["Retry-After"] == "3"


@pytest.mark.parametrize(
    ("rule", "path", "expected"),
    [
        ({"do": "empty_choices"}, ("choices",), []),
        ({"do": "null_content"}, ("choices", 0, "message", "content"), None),
        ({"do": "content_filter"}, ("choices", 0, "finish_reason"), "content_filter"),
        ({"do": "content_filter"}, ("choices", 0, "message", "content"), None),
        ({"do": "content_filter", "text": "No."}, ("choices", 0, "message", "content"), "No."),
        ({"do": "length"}, ("choices", 0, "finish_reason"), "length"),
        ({"do": "length", "share": 0.25}, ("choices", 0, "message", "content"), FIXED["text"][:8]),  # 33 / 4
        ({"do": "wrong_ids"}, ("model",), "another-model"),
        ({"do": "wrong_ids"}, ("choices", 0, "index"), 7),
        ({"do": "answer"}, ("choices", 0, "finish_reason"), "stop"),
        ({"do": "drip", "seconds": 0.2}, ("choices", 0, "message", "content"), FIXED["text"]),
        ({"do": "close_after"}, ("choices", 0, "message", "content"), FIXED["text"]),
    ],
)
def test_odd_replies(rule: dict[str, object], path: tuple[str | int, ...], expected: object) -> None:
    with loopback({"answers": [FIXED], "rules": [rule]}) as server:
        found: Any = chat(server).value
        rows = server.log()
    for step in path:
        found = found[step]
    assert found == expected
    assert [(row["did"], row["outcome"]) for row in rows] == [(rule["do"], "finished")]


def test_no_usage() -> None:
    with loopback({"rules": [{"do": "no_usage"}]}) as server:
        assert "usage" not in chat(server).value


def test_a_usage_of_the_script_s_choice() -> None:
    with loopback({"rules": [{"do": "usage", "usage": {"prompt_tokens": -5, "completion_tokens": float("nan")}}]}) as s:
        usage = chat(s).value["usage"]
    assert usage["prompt_tokens"] == -5
    assert usage["completion_tokens"] != usage["completion_tokens"]
    assert usage["total_tokens"] > 0, "what the script does not name is as always"


def test_a_small_body_that_unpacks_to_a_long_reply() -> None:
    with loopback({"rules": [{"do": "bomb", "megabytes": 3}]}) as server:
        got = chat(server)
    assert (got.status, got.headers["Content-Encoding"]) == (200, "gzip")
    assert len(got.body) < 100_000
    text = json.loads(gzip.decompress(got.body))["choices"][0]["message"]["content"]
    assert 3_000_000 <= len(text.replace("\n", "\\n")) < 4_000_000


@pytest.mark.parametrize("rule", [{"do": "malformed"}, {"do": "raw", "body": "<html>busy</html>"}, {"do": "raw"}])
def test_bodies_that_are_no_json(rule: dict[str, object]) -> None:
    with loopback({"rules": [rule]}) as server:
        got = chat(server)
    assert got.status == 200
    with pytest.raises(json.JSONDecodeError):
        json.loads(got.body)


@pytest.mark.parametrize(
    ("do", "raises", "outcome"),
    [
        ("half", http.client.IncompleteRead, "half"),
        ("drop", http.client.RemoteDisconnected, "dropped"),
        ("reset", ConnectionResetError, "dropped"),
    ],
)
def test_broken_connections(do: str, raises: type[Exception], outcome: str) -> None:
    with loopback({"rules": [{"do": do, "when": {"first": 1}}]}) as server:
        with pytest.raises(raises):
            chat(server)
        assert content(chat(server)) == "How many loaves?"
        assert [row["outcome"] for row in server.log()] == [outcome, "finished"]


def test_a_connection_can_be_dropped_only_when_used_again() -> None:
    with loopback({"rules": [{"do": "drop", "when": {"reused": True}}]}) as server:
        connection = connect(server)
        assert ask(connection, "/v1/chat/completions", chat_body("a")).status == 200
        with pytest.raises(http.client.RemoteDisconnected):
            ask(connection, "/v1/chat/completions", chat_body("b"))
        connection.close()
        assert chat(server, "b").status == 200


def test_close_after_closes_without_a_word() -> None:
    with loopback({"rules": [{"do": "close_after", "when": {"number": 1}}]}) as server:
        connection = connect(server)
        first = ask(connection, "/v1/chat/completions", chat_body("a"))
        assert first.headers["Connection"] is None
        assert isinstance(connection.sock, socket.socket)
        assert connection.sock.recv(1) == b""
        connection.close()


def test_streaming_carries_the_same_text_and_usage() -> None:
    with loopback({"answers": [FIXED]}) as server:
        got = chat(server, stream=True, stream_options={"include_usage": True})
        plain = chat(server).value["usage"]
    events = [line.removeprefix("data: ") for line in got.body.decode().split("\n\n")[:-1]]
    assert got.headers["Content-Type"] == "text/event-stream"
    assert events[-1] == "[DONE]"
    chunks = [json.loads(event) for event in events[:-1]]
    assert "".join(chunk["choices"][0]["delta"].get("content", "") for chunk in chunks[:-1]) == FIXED["text"]
    assert chunks[-2]["choices"][0]["finish_reason"] == "stop"
    assert chunks[-1]["usage"] == plain


def test_responses() -> None:
    body = {
        "model": "scripted",
        "input": [{"role": "user", "content": [{"type": "input_text", "text": "word " * 130}]}],
    }
    with loopback({"answers": [FIXED]}) as server:
        connection = connect(server)
        first, second = (ask(connection, "/v1/responses", body).value for _ in range(2))
        connection.close()
    assert first["output"][0]["content"][0]["text"] == FIXED["text"]
    assert (first["status"], first["usage"]["input_tokens"]) == ("completed", 130)
    assert [reply["usage"]["input_tokens_details"]["cached_tokens"] for reply in (first, second)] == [0, 128]


@pytest.mark.parametrize(
    ("rule", "more", "expected"),
    [
        ({}, {}, [(1, 1.0), (2, 0.5), (0, 0.0)]),  # Two words asked: both, one, none.
        ({}, {"top_n": 1}, [(1, 1.0)]),
        ({"do": "wrong_ids"}, {}, [(4, 1.0), (5, 0.5), (3, 0.0)]),  # Shifted by the three documents.
        ({"do": "empty_choices"}, {}, []),
    ],
)
def test_rerank(rule: dict[str, object], more: dict[str, object], expected: list[tuple[int, float]]) -> None:
    body = {"model": "r", "query": "rye bread", "documents": ["cake", "Rye bread", {"text": "white bread"}], **more}
    with loopback({"rules": [rule] if rule else []}) as server:
        connection = connect(server)
        results = ask(connection, "/rerank", body).value["results"]
        connection.close()
    assert [(row["index"], row["relevance_score"]) for row in results] == expected


def test_models_and_unknown_paths() -> None:
    with loopback({"models": ["a", "b"]}) as server:
        connection = connect(server)
        models = ask(connection, "/v1/models", None).value["data"]
        statuses = [ask(connection, path, body).status for path, body in (("/v1/none", None), ("/v1/none", {"a": 1}))]
        connection.close()
    assert [model["id"] for model in models] == ["a", "b"]
    assert statuses == [404, 404]


def test_every_misbehaviour_leaves_the_server_answering() -> None:
    with loopback({"rules": [{"do": do, "when": {"contains": f"<{do}>"}} for do in sorted(MISBEHAVIOURS)]}) as server:
        for do in sorted(MISBEHAVIOURS):
            with suppress(OSError, http.client.HTTPException):
                chat(server, f"<{do}>", seconds=0.3)
        assert chat(server, "plain").status == 200
        server.wait_for(len(MISBEHAVIOURS) + 1, LIMIT)
        assert {row["did"] for row in server.log()} == MISBEHAVIOURS
