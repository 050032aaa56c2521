"""Plain HTTP requests to the scripted server."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from .process import Server

LIMIT = 120.0
"""Seconds after which a test fails that waits for the server."""

FIXED = {"make": "fixed", "text": "Seven loaves were sold on Monday."}


class Got(NamedTuple):
    status: int
    body: bytes
    headers: http.client.HTTPMessage

    @property
    def value(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


def connect(server: Server, seconds: float = LIMIT) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=seconds)


def ask(connection: http.client.HTTPConnection, path: str, body: Mapping[str, Any] | None) -> Got:
    connection.request("POST" if body else "GET", path, json.dumps(body) if body else None)
    reply = connection.getresponse()
    return Got(reply.status, reply.read(), reply.headers)


def chat(server: Server, text: str = "How many loaves?", seconds: float = LIMIT, **more: object) -> Got:
    connection = connect(server, seconds)
    try:
        return ask(connection, "/v1/chat/completions", chat_body(text, **more))
    finally:
        connection.close()


def chat_body(text: str, **more: object) -> dict[str, object]:
    return {"model": "scripted", "messages": [{"role": "user", "content": text}]} | more


def content(got: Got) -> object:
    return got.value["choices"][0]["message"]["content"]
