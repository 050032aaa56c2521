"""A server compatible with OpenAI's for whatever generates text in Python, with the standard library alone.

For methods whose authors publish a `generate` and no server, such as InfLLM and StreamingLLM. In a file of your own:

    from chat_endpoint import serve

    def generate(messages, max_tokens):
        prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_tensors="pt")
        ...                                        # the method's own model; greedy
        return text, prompt.shape[1], n_generated  # tokens read and written; None where you do not count them

    serve(generate, port=8000)

Requests are answered one at a time, as such models need; `hayrick run --jobs 1` sends them so. Listens on this machine
only. Not streamed; no parameter but `messages`, `max_tokens` and the model's name is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer

Messages = Sequence[Mapping[str, str]]
Generate = Callable[[Messages, int], tuple[str, int | None, int | None]]

MOST_BYTES = 64_000_000
DEFAULT_TOKENS = 1024


def server_of(generate: Generate, port: int = 0) -> HTTPServer:
    """A server that is not running yet; port 0 lets the system choose one (`server_port`)."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Answer POST /v1/chat/completions."""
            length = int(self.headers.get("Content-Length") or 0)
            if not self.path.endswith("/chat/completions") or length > MOST_BYTES:
                return self._send(404, {"error": {"message": "POST /v1/chat/completions, at most 64 MB"}})
            try:
                asked = json.loads(self.rfile.read(length))
                messages, name = asked["messages"], str(asked.get("model", ""))
                most = int(asked.get("max_tokens") or asked.get("max_completion_tokens") or DEFAULT_TOKENS)
            except (ValueError, TypeError, KeyError, AttributeError) as problem:
                return self._send(400, {"error": {"message": f"no request for a chat completion: {problem}"}})
            text, read, written = generate(messages, most)
            stop = "length" if written is not None and written >= most else "stop"
            choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": stop}
            found: dict[str, object] = {"id": "1", "object": "chat.completion", "created": 0, "model": name}
            found["choices"] = [choice]
            if read is not None and written is not None:
                total = read + written
                found["usage"] = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": total}
            return self._send(200, found)

        def _send(self, status: int, value: Mapping[str, object]) -> None:
            content = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *words: object) -> None:
            """Say nothing."""

    return HTTPServer(("127.0.0.1", port), Handler)


def serve(generate: Generate, port: int = 8000) -> None:
    """Answer until interrupted."""
    server_of(generate, port).serve_forever()
