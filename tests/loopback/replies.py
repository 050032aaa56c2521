"""Reply bodies of the OpenAI-compatible endpoints, right and wrong on purpose."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from .rules import Call, tokens

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What goes over the wire, but for how it goes."""

    status: int
    body: bytes
    headers: Mapping[str, str]
    usage: Mapping[str, int] | None = None


def error(rule: Mapping[str, Any], kind: str = "") -> Reply:
    """A refusal with a status, as providers word it."""
    if kind == "content_filter":
        status, code, message = 400, "content_filter", "The prompt was refused by the content filter."
    else:
        status = rule.get("status", 500)
        code = rule.get("code", {429: "rate_limit_exceeded", 500: "server_error"}.get(status, "error"))
        message = rule.get("message", f"Scripted status {status}.")
    headers = {name: str(value) for name, value in rule.get("headers", {}).items()}
    if "retry_after" in rule:
        headers["Retry-After"] = str(rule["retry_after"])
    return Reply(
        status=status, body=_bytes({"error": {"message": message, "type": code, "code": code}}), headers=headers
    )


def raw(text: str) -> Reply:
    """Status 200 with any text as its body."""
    return Reply(status=200, body=text.encode(), headers={})


@cache
def bomb(megabytes: int) -> Reply:
    """Status 200 with a small body that unpacks to a chat completion of so many megabytes."""
    head = '{"id": "1", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [{"index": 0, '
    head += '"finish_reason": "stop", "message": {"role": "assistant", "content": "'
    packer, part = zlib.compressobj(1, wbits=31), b"- Harps. [1]\\n" * 70_000
    parts = [head.encode(), *[part] * (megabytes * 1_000_000 // len(part) + 1), b'"}}]}']
    return Reply(
        status=200,
        body=b"".join([*map(packer.compress, parts), packer.flush()]),
        headers={"Content-Encoding": "gzip"},
    )


def models(names: list[str]) -> Reply:
    """The list of models."""
    entries = [{"id": name, "object": "model", "created": 0, "owned_by": "script"} for name in names]
    return raw(json.dumps({"object": "list", "data": entries}))


def completion(call: Call, text: str, cached: int, rule: Mapping[str, Any]) -> Reply:
    """A chat completion or a response; the rule's misbehaviour changes its contents."""
    do = rule.get("do", "answer")
    reason = {"length": "length", "content_filter": "content_filter"}.get(do, "stop")
    shown: str | None = text[: int(len(text) * rule.get("share", 0.5))] if do == "length" else text
    if do == "null_content" or (do == "content_filter" and not rule.get("text")):
        shown = None
    elif do == "content_filter":
        shown = str(rule["text"])
    usage = _usage(call.prompt, shown or "", cached)
    wrong = do == "wrong_ids"
    value: JsonObject = {
        "id": "reply-0" if wrong else f"reply-{call.number}",
        "model": "another-model" if wrong else rule.get("model", call.body.get("model", "scripted")),
        "created": 0,
    }
    if call.path.endswith("/responses"):
        value |= _response(shown, reason, empty=do == "empty_choices") | {"usage": _response_usage(usage)}
    elif call.body.get("stream"):
        return _stream(call, value, shown, reason, usage, empty=do == "empty_choices")
    else:
        message = {"role": "assistant", "content": rule.get("parts", shown), "refusal": rule.get("refusal")}
        if "reasoning" in rule:
            message["reasoning_content"] = rule["reasoning"]
        choice: JsonObject = {"index": 7 if wrong else 0, "message": message, "finish_reason": reason}
        choice["logprobs"] = _logprobs(rule["alternatives"]) if "alternatives" in rule else None
        choices = [] if do == "empty_choices" else [choice]
        value |= {"object": "chat.completion", "choices": choices, "usage": _chat_usage(usage)}
    if do == "no_usage":
        value.pop("usage")
    elif do == "usage":
        value["usage"] |= rule["usage"]
    return Reply(status=200, body=_bytes(value), headers={}, usage=None if do == "no_usage" else usage)


def _logprobs(shares: Mapping[str, float]) -> JsonObject:
    """Alternatives of the first token -> their probabilities, as servers send them."""
    found = [{"token": token, "logprob": math.log(share), "bytes": None} for token, share in shares.items()]
    return {"content": [{**found[0], "top_logprobs": found}], "refusal": None}


def rerank(call: Call, rule: Mapping[str, Any]) -> Reply:
    """Scores of documents: the share of the query's words that a document has; best first."""
    documents = [part if isinstance(part, str) else part["text"] for part in call.body["documents"]]
    wanted = {word.lower() for word in tokens(call.body["query"])}
    shares = [len(wanted & {word.lower() for word in tokens(text)}) / max(len(wanted), 1) for text in documents]
    shift = len(documents) if rule.get("do") == "wrong_ids" else 0
    order = sorted(range(len(documents)), key=lambda place: (-shares[place], place))
    results = [
        {"index": place + shift, "relevance_score": shares[place]}
        for place in order[: call.body.get("top_n", len(order))]
    ]
    if rule.get("do") == "empty_choices":
        results = []
    return raw(json.dumps({"model": call.body.get("model", "scripted"), "results": results}))


def _usage(prompt: str, text: str, cached: int) -> dict[str, int]:
    return {"prompt": len(tokens(prompt)), "cached": cached, "completion": len(tokens(text))}


def _chat_usage(usage: Mapping[str, int]) -> JsonObject:
    return {
        "prompt_tokens": usage["prompt"],
        "completion_tokens": usage["completion"],
        "total_tokens": usage["prompt"] + usage["completion"],
        "prompt_tokens_details": {"cached_tokens": usage["cached"]},
    }


def _response_usage(usage: Mapping[str, int]) -> JsonObject:
    return {
        "input_tokens": usage["prompt"],
        "input_tokens_details": {"cached_tokens": usage["cached"]},
        "output_tokens": usage["completion"],
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage["prompt"] + usage["completion"],
    }


def _response(text: str | None, reason: str, *, empty: bool) -> JsonObject:
    part = {"type": "output_text", "text": text or "", "annotations": []}
    message = {"type": "message", "id": "message-1", "role": "assistant", "status": "completed", "content": [part]}
    cut = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(reason)
    return {
        "object": "response",
        "created_at": 0,
        "status": "incomplete" if cut else "completed",
        "incomplete_details": {"reason": cut} if cut else None,
        "error": None,
        "instructions": None,
        "metadata": {},
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "temperature": None,
        "top_p": None,
        "output": [] if empty or text is None else [message],
    }


def _stream(
    call: Call, head: JsonObject, text: str | None, reason: str, usage: Mapping[str, int], *, empty: bool
) -> Reply:
    pieces = [text[start : start + 40] for start in range(0, len(text or ""), 40)] if text else []
    deltas: list[tuple[JsonObject, str | None]] = [({"role": "assistant", "content": ""}, None)]
    deltas += [({"content": piece}, None) for piece in pieces] + [({}, reason)]
    chunks = [
        {"choices": [] if empty else [{"index": 0, "delta": delta, "finish_reason": end}]} for delta, end in deltas
    ]
    if (call.body.get("stream_options") or {}).get("include_usage"):
        chunks.append({"choices": [], "usage": _chat_usage(usage)})  # type: ignore[dict-item]
    lines = [f"data: {json.dumps(head | {'object': 'chat.completion.chunk'} | chunk)}\n\n" for chunk in chunks]
    body = "".join([*lines, "data: [DONE]\n\n"]).encode()
    return Reply(status=200, body=body, headers={"Content-Type": "text/event-stream"}, usage=usage)


def _bytes(value: object) -> bytes:
    return json.dumps(value).encode()
