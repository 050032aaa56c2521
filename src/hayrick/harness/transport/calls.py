"""Finished calls of models: what is known of one, its key, and what is believed of a line that says it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeGuard

from hayrick.prompting.fences import one_line
from hayrick.records.costs import MOST_USD
from hayrick.records.fields import is_number
from hayrick.types import Alternative

_COUNTS = ("tokens_in", "tokens_cached", "tokens_out")

LOST = "lost"
"""Purpose, in the ledger, of a reply that was paid and is of no use, or whose line in the journal is damaged."""

REFUSAL = "refusal"
"""Why a model stopped that refused in words of its own, in the field for refusals; `reply` has the words."""

MOST = 10**9
"""Largest plausible number of tokens of one call."""


def is_count(value: object) -> TypeGuard[int]:
    """Whether a value is a plausible number of tokens: whole, not negative, and at most `MOST`."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def is_amount(value: object) -> TypeGuard[float]:
    """Whether a value is a plausible cost in dollars: a number from 0 to `MOST_USD`."""
    return is_number(value) and 0 <= value <= MOST_USD


def is_logprob(value: object) -> bool:
    """Whether a value is the logarithm of a probability: finite, and at most a rounding error over 0."""
    return is_number(value) and -sys.float_info.max <= value <= 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one call as counted by the provider; cached reads are not included in `tokens_in`."""

    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One finished call: its key, model, purpose, reply, tokens and cost.

    `reply` is the text as it came, `reasoning` what the server sent apart from it. `stop` is why the model stopped
    ("stop", "max_tokens", "content_filter", `REFUSAL`, ...). `usd` is None if the price is unknown. `doubt` names a
    count or cost, by the provider or in a damaged line, that was implausible and replaced; "" for none. `told_in` is
    the provider's own count of the prompt, cached reads included, plausible or not; None if it gave none.
    `alternatives` are those of the reply's first token, where they were wanted and given. `answered_by` is the model
    that the provider names in its reply; "" if it names none.
    `documents_shown` are those that a system of the user's says it was shown; None if it says nothing.
    `batch` is whether the provider's batch price applies; None if that is not known.
    """

    key: str
    model: str
    purpose: str
    reply: str
    stop: str
    usage: Usage
    usd: float | None
    seconds: float
    doubt: str = ""
    reasoning: str = ""
    reasoning_tokens: int = 0
    told_in: int | None = None
    alternatives: tuple[Alternative, ...] = ()
    answered_by: str = ""
    batch: bool | None = None
    documents_shown: tuple[str, ...] | None = None


def call_key(
    model: str,
    messages: Sequence[tuple[str, str]],
    parameters: Mapping[str, object],
    repeat: int = 0,
    *,
    n_shared: int = 0,
) -> str:
    """Key of a call, a hash of its content: any change of model, message or parameter gives another key.

    Args:
        model: name as given.
        messages: (role, text) in order.
        parameters: everything else that the reply depends on: decoding, base address, model arguments.
        repeat: number of the repetition of an otherwise equal call.
        n_shared: characters at the beginning of the last message that other calls are likely to have too, which are
            then hashed once; the key is the same with any number.
    """
    *before, (role, text) = messages or [("", "")]
    found = _begun(tuple(before), role, text[:n_shared]).copy() if messages else sha256(b'{"messages": [')
    ending = f'{_json(text[n_shared:])[1:-1]}"]' if messages else ""
    rest = _json({"model": model, "parameters": dict(parameters), "repeat": repeat})
    found.update(f"{ending}], {rest[1:]}".encode("ascii"))
    return found.hexdigest()[:32]


_json = json.JSONEncoder(sort_keys=True, allow_nan=False).encode


@lru_cache(maxsize=4)
def _begun(before: tuple[tuple[str, str], ...], role: str, text: str) -> Any:
    """Hash of what is written up to this beginning of the last message's text; to be copied."""
    written = _json([*before, (role, text)])
    return sha256(f'{{"messages": {written[: -len(_END)]}'.encode("ascii"))


_END = '"]]'


def call_of(value: Mapping[str, Any], file: str) -> Call:
    """Parse the call of a line; implausible counts become 0, an implausible cost None; both are recorded in `doubt`.

    Args:
        value: values of the line, see `journal_lines.read`; others than texts and usage may be of any type.
        file: its name, for `doubt`.
    """
    counts, usd = {name: value["usage"].get(name, 0) for name in _COUNTS}, value.get("usd")
    wrong = [f"{name} {count!r}"[:40] for name, count in counts.items() if not is_count(count)]
    usage = Usage(**{name: count if is_count(count) else 0 for name, count in counts.items()})
    if usd is not None and not is_amount(usd):
        wrong.append(f"usd {usd!r}"[:40])
        usd = None
    seconds, reasoned, told = (value.get(name) for name in ("seconds", "reasoning_tokens", "told_in"))
    return Call(
        key=value["key"],
        model=value["model"],
        purpose=value["purpose"],
        reply=value["reply"],
        stop=value["stop"],
        usage=usage,
        usd=usd,
        seconds=float(seconds) if is_amount(seconds) else 0.0,
        doubt=f"{file} says {', '.join(wrong)}" if wrong else _text(value.get("doubt")),
        reasoning=_text(value.get("reasoning")),
        reasoning_tokens=reasoned if is_count(reasoned) else 0,
        told_in=told if is_count(told) else None,
        alternatives=tuple(_alternatives(value.get("alternatives"))),
        answered_by=_text(value.get("answered_by")),
        batch=found if isinstance(found := value.get("batch"), bool) else None,
        documents_shown=_ids(value.get("documents_shown")),
    )


def answering(calls: Iterable[Call]) -> dict[tuple[str, str], dict[str, int]]:
    """(model, purpose) -> models that providers named in their replies, each on one line, with its number of calls."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for call in calls:
        if call.answered_by:
            found.setdefault((call.model, call.purpose), Counter())[one_line(call.answered_by)] += 1
    return {key: dict(sorted(names.items())) for key, names in found.items()}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _ids(found: object) -> tuple[str, ...] | None:
    return tuple(map(str, found)) if isinstance(found, list) else None


def _alternatives(found: object) -> Iterator[Alternative]:
    for one in found if isinstance(found, list) else ():
        if isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) and is_logprob(one[1]):
            yield Alternative(one[0], float(one[1]))
