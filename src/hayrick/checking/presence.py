"""The prompt that asks a language model which insights a document states, and the parser of its reply."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType

from hayrick.checking.local import DOUBT, Presence
from hayrick.prompting import Fence, Template, fill, load, one_line, tidy
from hayrick.replies.json import excerpt, read_objects
from hayrick.types import Insight, Prompt, Unparsed

PRESENT: Mapping[str, float] = MappingProxyType({"yes": 1.0, "partly": DOUBT, "no": 0.0})
"""Probability for each answer. "partly" is below `FOUND`, but high enough not to count as missing."""

_ANSWERS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("yes", "true", "full", "fully", "present"), "yes"),
        **dict.fromkeys(("partly", "partial", "partially", "in part"), "partly"),
        **dict.fromkeys(("no", "false", "none", "not", "not at all", "absent"), "no"),
    }
)
_WORD = re.compile(r"[^\W_]+")
_ELLIPSIS = re.compile(r"\[?(?:\.\.\.|…)\]?")
_NUMBER = re.compile(r"\D{0,20}(\d{1,6})\D{0,3}")


def presence_prompt(text: str, insights: Sequence[Insight], template: Template | None = None) -> Prompt:
    """Make the prompt that asks which insights a document states.

    If an insight is split over two documents, each half is asked about in addition to the whole.

    Args:
        text: the document's text.
        insights: at least one; pass the same to `read_presence`.
        template: with placeholders `fence`, `text` and `statements`; "check-presence" by default.
    """
    found = template or load("check-presence")
    shown = tidy(text)
    statements = [one_line(statement) for _, statement in _statements(insights)]
    values = {
        "fence": Fence.around([shown], statements).mark,
        "text": shown,
        "statements": "\n".join(f"Statement {number}: {one}" for number, one in enumerate(statements, start=1)),
    }
    return Prompt(messages=fill(found, values), signature=f"presence.v1:{found.signature}")


def read_presence(reply: str, insights: Sequence[Insight], text: str) -> dict[str, Presence] | Unparsed:
    """Read a reply to `presence_prompt`.

    An insight gets the best answer among its statements. A quotation that is not in the document is dropped as
    evidence; the answer still counts.

    Args:
        reply: the model's reply, unchanged.
        insights: the insights of the question.
        text: the document's text.

    Returns:
        Insight id -> presence, without insights that have no readable answer; `Unparsed` if none has one.
    """
    given = read_objects(reply, ("statement", "present"))
    if isinstance(given, Unparsed):
        return given
    answers: dict[int, tuple[str, object]] = {}
    for one in given:
        number, answer = _number(one["statement"]), _answer(one["present"])
        if number is not None and answer is not None:
            answers[number] = (answer, one.get("quote"))
    found: dict[str, Presence] = {}
    unread: set[str] = set()
    for number, (insight, _) in enumerate(_statements(insights), start=1):
        if number not in answers:
            unread.add(insight)
            continue
        answer, quote = answers[number]
        best = found.get(insight)
        if best is None or PRESENT[answer] > best.probability:
            evidence = _standing(quote, text) if answer != "no" and isinstance(quote, str) else None
            found[insight] = Presence(insight=insight, probability=PRESENT[answer], evidence=evidence)
    # If a statement of an insight has no readable answer, only "yes" for another one is conclusive.
    found = {insight: one for insight, one in found.items() if insight not in unread or one.found}
    return found or Unparsed(reason="no answer about any of the statements", reply=excerpt(reply))


def _statements(insights: Sequence[Insight]) -> Iterator[tuple[str, str]]:
    for insight in insights:
        yield insight.id, insight.text
        halves = insight.extra.get("halves")
        for half in halves if isinstance(halves, list | tuple) else ():
            if isinstance(half, str):
                yield insight.id, half


def _number(written: object) -> int | None:
    if isinstance(written, bool) or not isinstance(written, str | int):
        return None
    found = _NUMBER.fullmatch(str(written).strip())
    return int(found[1]) if found else None


def _answer(written: object) -> str | None:
    words = " ".join(_WORD.findall(str(written).casefold())) if isinstance(written, str | bool) else ""
    return _ANSWERS.get(words)


def _standing(quote: str, text: str) -> str | None:
    """The passage of a text that matches a quotation word by word; with an ellipsis, that matches its longest part."""
    if quote.strip() and quote.strip() in text:
        return quote.strip()
    wanted = max((_WORD.findall(part.casefold()) for part in _ELLIPSIS.split(quote)), key=len)
    spans = [found.span() for found in _WORD.finditer(text)]
    words = [text[start:end].casefold() for start, end in spans]
    ends = list(accumulate(len(word) + 1 for word in words))
    at = f" {' '.join(words)} ".find(f" {' '.join(wanted)} ") if wanted else -1
    if at < 0:
        return None
    first = bisect_right(ends, at)
    return text[spans[first][0] : spans[first + len(wanted) - 1][1]]
