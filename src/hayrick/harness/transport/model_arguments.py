"""Further arguments of models: what their providers take beyond the options that Hayrick has itself.

Names are those of Inspect's `GenerateConfig` (`reasoning_effort`, `stop_seqs`, `extra_body`, ...), which go with every
question; all others go to the provider when the model is made. Signatures, keys of calls and manifests hold them, so
that nothing that looks like a key is accepted.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from hayrick.harness.transport.secrets import without_secrets
from hayrick.records.read_files import parse_json, read_json
from hayrick.suggestions import nearest
from hayrick.types import BadInput

Arguments = Mapping[str, object]

WITH_QUESTIONS = frozenset(
    {
        *("reasoning_effort", "reasoning_tokens", "reasoning_mode", "reasoning_summary", "reasoning_history"),
        *("effort", "verbosity", "stop_seqs", "extra_body", "seed", "top_k", "frequency_penalty", "presence_penalty"),
        *("logit_bias", "cache_prompt"),
    }
)
"""Arguments that go with every question; Inspect's names."""

_ADDRESS = "the environment variable NAME_BASE_URL"
_ONE_REPLY = "--repeat or --judge-repeat"
_ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "temperature": "--temperature",
        "top_p": "--top-p",
        "max_tokens": "--max-tokens or --judge-tokens",
        "max_completion_tokens": "--max-tokens or --judge-tokens",
        "stop": "--stop, or stop_seqs",
        "max_connections": "--jobs",
        "adaptive_connections": "--jobs",
        "max_retries": "--retries",
        "timeout": "--seconds",
        "attempt_timeout": "--seconds",
        "client_timeout": "--seconds",
        "batch": "--batch",
        "base_url": _ADDRESS,
        "num_choices": _ONE_REPLY,
        "best_of": _ONE_REPLY,
        "n": _ONE_REPLY,
        **dict.fromkeys(("model", "fallback_models", "service"), "--system or --judge"),
        **dict.fromkeys(("messages", "prompt", "input", "system_message"), "--prompt or --judge-prompt"),
        **dict.fromkeys(("logprobs", "top_logprobs", "prompt_logprobs"), "a judge that reads alternatives"),
        **dict.fromkeys(("config", "role", "memoize", "cache", "stream", "stream_options", "http_client"), "no option"),
    }
)
"""Arguments, and entries of an extra body, that Hayrick sets itself -> what is to be given instead."""

_SECRET_NAME = re.compile(
    r"(?:^|[_\W])(?:(?:(?:api|access|auth|secret|private|service|hf|bearer)[_-]?(?:key|token))|secret|password|passwd"
    r"|credentials?|authorization|auth|(?:extra_|default_)?headers)$|^(?:key|token)$",
    re.IGNORECASE,
)
_SECRET_VALUE = re.compile(r"\b(?:sk|pk|hf|ghp|gsk|xai)[-_]\w{12,}|\bbearer\s+\S|\bAIza\w{20,}", re.IGNORECASE)


def arguments_of(
    pairs: Sequence[str],
    option: str,
    *,
    reasoning_effort: str | None = None,
    stop: Sequence[str] = (),
    extra_body: str | None = None,
) -> Arguments:
    """Arguments as they are given on the command line.

    Args:
        pairs: NAME=VALUE, where VALUE is JSON or else a text.
        option: the option that gave them, for errors.
        reasoning_effort: how much a model reasons, as its provider names it.
        stop: texts at which a reply ends.
        extra_body: a JSON object, or a file with one, whose entries join the request's body.

    Raises:
        BadInput: one is malformed, given twice, set by another option, looks like a key, or is nothing that Inspect
            takes.
    """
    found: dict[str, object] = {}
    if reasoning_effort is not None:
        found["reasoning_effort"] = reasoning_effort
    if stop:
        found["stop_seqs"] = list(stop)
    if extra_body is not None:
        found["extra_body"] = _body(extra_body)
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name.isidentifier():
            raise BadInput(option, f"'{without_secrets(pair)[:40]}'", "NAME=VALUE")
        if name in found:
            raise BadInput(option, f"'{name}' given twice", "once")
        found[name] = _value(text, f"{option} {name}")
    for name, value in found.items():
        where = f"{option} {name}"
        _require_own(name, where)
        try:
            _require_no_secret(name, value, where)
        except RecursionError:
            raise BadInput(where, "JSON that is nested too deeply", "a value nested a few levels deep") from None
    body = found.get("extra_body")
    for name in body if isinstance(body, dict) else ():
        _require_own(name, f"extra_body '{name}'")
    _require_taken(found, option)
    return found


def arguments_among(parameters: Arguments) -> dict[str, object]:
    """The arguments in the parameters of a call."""
    found = parameters.get("arguments")
    return dict(found) if isinstance(found, Mapping) else {}


def with_questions(arguments: Arguments) -> dict[str, object]:
    """Arguments that are sent with every question."""
    return {name: value for name, value in arguments.items() if name in WITH_QUESTIONS}


def at_making(arguments: Arguments) -> dict[str, object]:
    """Arguments that the provider gets when the model is made."""
    return {name: value for name, value in arguments.items() if name not in WITH_QUESTIONS}


def described(arguments: Arguments) -> str:
    """All arguments on one line, for readers."""
    return ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in sorted(arguments.items()))


def _body(given: str) -> object:
    found = parse_json(given, "--extra-body") if given.lstrip().startswith("{") else read_json(Path(given))
    if not isinstance(found, dict):
        raise BadInput("--extra-body", f"a JSON {type(found).__name__}", 'a JSON object, {"NAME": VALUE}, or its file')
    return found


def _value(text: str, where: str) -> object:
    """The value of a JSON text; what is none, and no beginning of an object or a list, is a text."""
    try:
        return parse_json(text, where)
    except BadInput:
        if text.lstrip().startswith(("{", "[")):
            raise
        return text


def _require_own(name: str, where: str) -> None:
    if name in _ELSEWHERE:
        raise BadInput(where, "an argument that Hayrick sets itself", _ELSEWHERE[name], "Leave it out.")


def _require_no_secret(name: str, value: object, where: str) -> None:
    for inner, text in _texts(name, value):
        if _SECRET_NAME.search(inner) or _SECRET_VALUE.search(text) or without_secrets(text) != text:
            cure = "Run directories hold arguments: set the provider's environment variable instead."
            raise BadInput(where, "what looks like a key, or may hold one", "no key", cure)


def _texts(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Each (name, text) in an argument, at every depth."""
    inner: Iterator[tuple[str, object]] = iter(())
    if isinstance(value, dict):
        inner = ((str(key), one) for key, one in value.items())
    elif isinstance(value, list):
        inner = ((name, one) for one in value)
    yield name, value if isinstance(value, str) else ""
    for key, one in inner:
        yield from _texts(key, one)


def _require_taken(arguments: Arguments, option: str) -> None:
    """Reject what Inspect does not take, where it is installed; without it no model can be asked."""
    for name in at_making(arguments):
        if near := nearest(name, WITH_QUESTIONS, cutoff=0.8):
            raise BadInput(f"{option} {name}", "an unknown name", f"'{near[0]}'")
    wanted = with_questions(arguments)
    if not wanted:
        return
    try:
        from inspect_ai.model import GenerateConfig
        from pydantic import ValidationError
    except ImportError:
        return
    try:
        made = GenerateConfig.model_validate(wanted).model_dump(include=set(wanted))
    except ValidationError as problem:
        first = problem.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        raise BadInput(
            f"{option} {name}",
            described({name: wanted.get(name)})[:80],
            first["msg"].removeprefix("Input should be ")[:160],
        ) from None
    for name, value in made.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise BadInput(f"{option} {name}", f"{value:g}", "a finite number")
