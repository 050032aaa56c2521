"""A scripted, OpenAI-compatible model server on loopback: `python -m tests.loopback.server --script script.json`."""

from __future__ import annotations

import argparse
import json
import os
import re
import select
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from fcntl import ioctl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import FrameType
from typing import Any

from . import answers, replies, serving
from .log import Log, now
from .rules import CONTENTS, Attempts, Call, PrefixCache, Script, digest

_LONGEST_HANG = 600.0
_UNSENT_BYTES = 0x5411  # Linux's SIOCOUTQ: bytes that the other side has not acknowledged.


class Server(ThreadingHTTPServer):
    """Listens on 127.0.0.1 only."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, port: int, script: Script, log: Log) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.script, self.log = script, log
        self.attempts, self.cache = Attempts(), PrefixCache(script.cache_block)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of clients that went away; other errors are printed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Handler(BaseHTTPRequestHandler):
    """One connection; requests follow one another on it."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server
    served = 0
    number = 0

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet: the log has it."""

    def do_GET(self) -> None:
        """Answer GET /v1/models; GET /settled comes back when no reply is under way, /arrived with how many came."""
        if self.path == "/arrived":
            self._send(replies.raw(str(self.server.attempts.arrived)))
            return
        if self.path == "/settled":
            self.server.log.settle(10.0)
        known = self.path.endswith(("/models", "/settled"))
        self._send(replies.models(list(self.server.script.models)) if known else replies.error({"status": 404}))

    def do_POST(self) -> None:
        """Serve one scripted request."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        call = self._call(body)
        self.number = call.number
        rule = self.server.script.behaviour(call)
        spec = answers.marked(call.prompt) or self.server.script.spec(call)
        self.server.log.arrived(
            {
                "number": call.number,
                "arrived": now(),
                "path": call.path,
                "model": body.get("model"),
                "role": call.role,
                "digest": call.digest,
                "parameters": {name: body[name] for name in sorted(body) if name not in CONTENTS},
                "attempt": call.attempt,
                "reused": call.reused,
                "in_flight": call.in_flight,
                "did": rule.get("do", "answer"),
                "status": rule.get("status") if rule.get("do") == "status" else None,
                "said": spec.get("make", "echo"),
            }
        )
        outcome = "failed"
        try:
            outcome = self._serve(call, rule, spec)
        except ConnectionError:
            outcome = "aborted"
        except (LookupError, ValueError, re.error) as error:
            sys.stderr.write(f"loopback: the script does not fit request {call.number}: {error!r}\n")
            self.server.log.sending(call.number)
            self._send(replies.error({"status": 422, "message": f"The script does not fit: {error!r}"}))
        finally:
            self.served += 1
            self.server.attempts.leave(call.number)
            self.server.log.ended(call.number, outcome)
            self.close_connection = self.close_connection or outcome not in {"finished", "failed"}

    def _call(self, body: Mapping[str, Any]) -> Call:
        key, prompt = digest(self.path, body), serving.chat_prompt(self.server.script.serving, body)
        number, attempt, in_flight = self.server.attempts.enter(key)
        return Call(
            number=number,
            path=self.path,
            body=body,
            prompt=prompt,
            digest=key,
            attempt=attempt,
            role=self.server.script.role(str(body.get("model", "")), prompt),
            reused=self.served > 0,
            in_flight=in_flight,
        )

    def _serve(self, call: Call, rule: Mapping[str, Any], spec: Mapping[str, Any]) -> str:
        """Do what the rule says; the word for how it ended."""
        do = rule.get("do", "answer")
        if do == "hang":
            return "aborted" if self._gone(rule.get("seconds", _LONGEST_HANG)) else "hung"
        while self.server.attempts.arrived < rule.get("until", 0):
            if self._gone(0.01):
                return "aborted"
        if self._gone(self.server.script.seconds(call, rule)):
            return "aborted"
        if do in {"drop", "reset"}:
            self.server.log.sending(call.number)
        if do == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if do in {"drop", "reset"}:
            return "dropped"
        reply = self._reply(call, rule, spec)
        self.server.log.sending(call.number)
        if do == "half":
            self._head(reply)
            self.connection.sendall(reply.body[: int(len(reply.body) * rule.get("share", 0.5))])
            return "half"
        self._send(reply, seconds=rule.get("seconds", 1.0) if do == "drip" else 0.0)
        if do == "close_after":
            self.close_connection = True
        return "finished"

    def _reply(self, call: Call, rule: Mapping[str, Any], spec: Mapping[str, Any]) -> replies.Reply:
        do = rule.get("do", "answer")
        if do == "status":
            return replies.error(rule)
        if do == "content_filter_400":
            return replies.error(rule, "content_filter")
        if do == "raw":
            return replies.raw(rule.get("body", ""))
        if do == "bomb":
            return replies.bomb(rule.get("megabytes", 1))
        if call.path.endswith("/rerank"):
            reply = replies.rerank(call, rule)
        elif call.path.endswith(("/chat/completions", "/responses")):
            if refused := serving.refusal(self.server.script.serving, call.prompt):
                return refused
            model = str(call.body.get("model"))
            cached = self.server.cache.cached(model, call.prompt)
            reply = replies.completion(call, answers.answer(spec, call.prompt), cached, rule)
            self.server.cache.remember(model, call.prompt)
        else:
            return serving.shown(self.server.script.serving, call.path, call.body) or replies.error({"status": 404})
        return replies.raw(reply.body.decode()[:-2] + ",") if do == "malformed" else reply

    def _head(self, reply: replies.Reply) -> None:
        self.send_response(reply.status)
        for name, value in {"Content-Type": "application/json", **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()

    def _send(self, reply: replies.Reply, seconds: float = 0.0) -> None:
        """Send all bytes, slowly where asked to, and wait until the other side has them."""
        if not seconds:
            self.server.attempts.leave(self.number)  # Now, since the client may come back before this thread does.
        self._head(reply)
        parts = 20 if seconds else 1
        size = -(-len(reply.body) // parts)
        for start in range(0, len(reply.body), size or 1):
            self.connection.sendall(reply.body[start : start + size])
            if seconds and start + size < len(reply.body) and self._gone(seconds / parts):
                raise ConnectionAbortedError
        self._drain()

    def _drain(self) -> None:
        deadline = time.monotonic() + 10.0
        while _unsent(self.connection):
            if time.monotonic() > deadline:
                raise ConnectionAbortedError
            time.sleep(0.001)

    def _gone(self, seconds: float) -> bool:
        """Wait; whether the client has closed the connection meanwhile."""
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            readable, _, _ = select.select([self.connection], [], [], max(left, 0.0))
            if not readable:
                return False
            if not self.connection.recv(1, socket.MSG_PEEK):
                return True
            if left <= 0:
                return False
            time.sleep(min(0.01, left))


def _unsent(connection: socket.socket) -> int:
    if not sys.platform.startswith("linux"):
        return 0
    count: int = struct.unpack("i", ioctl(connection.fileno(), _UNSENT_BYTES, b"\0\0\0\0"))[0]
    return count


def main() -> None:
    """Serve until the process is told to end, or, under --with-parent, until standard input closes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 lets the system choose; the port is printed")
    parser.add_argument("--script", type=Path, help="JSON file; without it every reply echoes the prompt")
    parser.add_argument("--log", type=Path, default=Path(os.devnull), help="JSON lines, one a request")
    parser.add_argument("--with-parent", action="store_true", help="end when standard input closes")
    told = parser.parse_args()
    script = Script(json.loads(told.script.read_text(encoding="utf-8")) if told.script else {})
    log = Log(told.log)
    server = Server(told.port, script, log)

    def end(signal_number: int = 0, frame: FrameType | None = None) -> None:
        threading.Thread(target=server.shutdown, daemon=True).start()

    def end_with_parent() -> None:
        sys.stdin.read()
        end()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    if told.with_parent:
        threading.Thread(target=end_with_parent, daemon=True).start()
    sys.stdout.write(f"{server.server_address[1]}\n")
    sys.stdout.flush()
    with suppress(KeyboardInterrupt):
        server.serve_forever(poll_interval=0.05)
    log.close()
    server.socket.close()
    os._exit(0)  # Threads that hang on purpose are not waited for.


if __name__ == "__main__":
    main()
