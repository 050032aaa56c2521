"""Systems of the user's own: a Python function, or an HTTP endpoint. Answered once, kept in the journal like any call.

The JSON contract of an endpoint (POST):
    request   {"haystack", "topic", "subtopic", "title", "query", "n_bullets" or null,
               "documents": [{"number", "id", "title", "text"}]}
    response  {"summary": "- A claim. [3, 17]"}     [3] is the document with that number
A Python function is called as `function(request)` with the same object and returns the text, or `{"summary": text}`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from hayrick.harness.http import NoReply, Poster
from hayrick.harness.journal import Journal, Usage
from hayrick.harness.model_calls import Ask, CallFailed, Reply, without_secrets
from hayrick.harness.models import Job, summary_of
from hayrick.prompting import wanted_bullets
from hayrick.records.files import fingerprint_file
from hayrick.records.user_code import PREFIX, load_function, source_file
from hayrick.types import BadInput, Haystack, Message, Prompt, Subtopic, Summary

KEY_ENV = "HAYRICK_ENDPOINT_KEY"
"""Environment variable with the bearer token of an endpoint."""

PURPOSE = "own"
_MAX_TOKENS = 0


@dataclass(slots=True, kw_only=True)
class YourSystem:
    """`python:module:function`, `python:file.py:function` or `http(s)://...`; its summaries are read from the journal.

    Args:
        spec: as given; rows name the system so.
        journal: where the answers are.
        free: leave the number of bullets open.
        code: fingerprint of the function's file, so that changed code is asked anew; "" for an endpoint.
    """

    spec: str
    journal: Journal
    free: bool = False
    code: str = field(default="")

    @property
    def signature(self) -> str:
        """What the summaries depend on, as far as it can be seen from here."""
        return f"{self.spec};bullets={'free' if self.free else 'given'}{',code=' + self.code if self.code else ''}"

    def jobs(self, haystack: Haystack, subtopics: Sequence[Subtopic]) -> Iterator[Job]:
        """Every summary that this system owes."""
        documents = [
            {"number": number, "id": one.id, "title": one.title, "text": one.text}
            for number, one in enumerate(haystack.documents, start=1)
        ]
        for subtopic in subtopics:
            request = {
                "haystack": haystack.id,
                "topic": haystack.topic,
                "subtopic": subtopic.id,
                "title": subtopic.title,
                "query": subtopic.query,
                "n_bullets": None if self.free else wanted_bullets(haystack, subtopic),
                "documents": documents,
            }
            prompt = Prompt(messages=(Message(role="user", text=json.dumps(request)),), signature=self.signature)
            parameters = {"code": self.code}
            ask = Ask(model=self.spec, purpose=PURPOSE, prompt=prompt, parameters=parameters, max_tokens=_MAX_TOKENS)
            yield Job(haystack=haystack, subtopic=subtopic, context="full", ask=ask)

    def summaries(self, haystack: Haystack, subtopics: Sequence[Subtopic]) -> Iterator[Summary]:
        """Summaries from the journal; a question without an answer there gives a summary without bullets."""
        for job in self.jobs(haystack, subtopics):
            yield summary_of(job, self.journal.find(job.ask.key))


def your_system(spec: str, journal: Journal, *, free: bool = False) -> YourSystem:
    """System of a specification.

    Raises:
        BadInput: the function cannot be found, or the address holds a user, a password or a query.
    """
    code = ""
    parts = urlsplit(spec)
    if not spec.startswith(PREFIX) and ("@" in parts.netloc or parts.query):
        # Rows and manifest name a system as it was given.
        raise BadInput(
            "--system http", "an address with a user, a password or a query", "one without", f"Set {KEY_ENV}."
        )
    if spec.startswith(PREFIX):
        load_function(spec, f"--system {spec}")
        file = source_file(spec)
        code = fingerprint_file(file) if file else ""
    return YourSystem(spec=spec, journal=journal, free=free, code=code)


@dataclass(slots=True)
class Sender:
    """Asks systems of the user's own, in threads.

    Args:
        connections: calls in flight.
        seconds: longest wait for one answer of an endpoint.
        retries: of a call to an endpoint.
    """

    connections: int
    seconds: float
    retries: int
    _threads: ThreadPoolExecutor | None = field(default=None, init=False)
    _functions: dict[str, Callable[..., object]] = field(default_factory=dict, init=False)
    """What was loaded when it was first asked: code that is changed meanwhile counts from the next run on."""

    async def send(self, question: Ask) -> Reply:
        """Ask one question; see `asking.Send`.

        Raises:
            CallFailed: the function raised, or the endpoint gave no usable answer.
        """
        if self._threads is None:
            # Python's own pool is as small as the machine, and these threads only wait.
            self._threads = ThreadPoolExecutor(self.connections)
        request = json.loads(question.messages[-1][1])
        spec = question.model
        if spec.startswith(PREFIX) and spec not in self._functions:
            self._functions[spec] = load_function(spec, f"--system {spec}")
        running = asyncio.get_running_loop().run_in_executor(self._threads, self._answer, question.model, request)
        try:
            answer = await running
        except NoReply as problem:
            raise CallFailed(str(problem)) from None
        text = answer.get("summary") if isinstance(answer, dict) else answer
        if not isinstance(text, str):
            raise CallFailed(f"{question.model}: no text; expected a string, or an object with 'summary'")
        return Reply(text, "stop", Usage())

    def _answer(self, spec: str, request: object) -> object:
        if not spec.startswith(PREFIX):
            if not isinstance(request, dict):
                raise CallFailed(f"{spec}: no request")
            return Poster(key_env=KEY_ENV, seconds=self.seconds, tries=self.retries + 1)(spec, request)
        try:
            return self._functions[spec](request)
        except Exception as problem:  # noqa: BLE001 - the user's own code may raise anything
            words = " ".join(without_secrets(str(problem)).split())[:200]
            raise CallFailed(f"{spec}: {type(problem).__name__}: {words}") from None
