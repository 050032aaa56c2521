"""Separates a model's reasoning from its answer.

Reasoning models write a block between two marks before they answer, unless the server returns it in a field of its own.
A block counts as reasoning only where it opens the reply, or where its closing mark has no opening mark before it (the
chat template wrote that one into the prompt). Marks further on are text: models quote them. Time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

TAGS = ("think", "thinking", "thought", "thoughts", "reasoning", "reflection", "seed:think", "antThinking")
"""Names of tags in which models reason: `<think>...</think>`; letter case is ignored."""

State = Literal["none", "closed", "unclosed"]


class Marks(NamedTuple):
    """Patterns that open and close reasoning."""

    opening: str
    closing: str


def _tag(name: str) -> Marks:
    # Attributes are bounded, so that a text of "<think" a million times takes linear time.
    return Marks(rf"<{re.escape(name)}(?:\s[^<>]{{0,200}})?>", rf"</{re.escape(name)}\s{{0,9}}>")


MARKS: tuple[Marks, ...] = (
    *map(_tag, TAGS),
    Marks(r"\[THINK\]", r"\[/THINK\]"),
    Marks(r"<\|begin_of_thought\|>", r"<\|end_of_thought\|>"),
    Marks(r"<\|START_THINKING\|>", r"<\|END_THINKING\|>"),
    Marks(r"◁think▷", r"◁/think▷"),
    Marks(
        r"(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)[^<>]{0,200}<\|message\|>",
        r"<\|channel\|>final[^<>]{0,200}<\|message\|>",
    ),
)
"""Marks of the models that are known; the last are channels of the Harmony format, whose answer is channel `final`."""


_BEGUN = re.compile(r"[<◁]|\[/?THINK\]", re.IGNORECASE)
"""How every mark begins, and few answers: these have citations in brackets."""


class Visible(NamedTuple):
    """A reply without its reasoning.

    `state` is "none" if there was no block, "closed" if one was removed, "unclosed" if it never ended: then there is no
    answer. `text` is unchanged for "none", and else without blanks around it.
    """

    text: str
    reasoning: str
    state: State


def visible(reply: str) -> Visible:
    """Separate the reasoning that opens a reply from the answer after it.

    Returns:
        The answer after the first closing mark; the reply as it is if no block opens it.
    """
    if not _BEGUN.search(reply):
        return Visible(reply, "", "none")
    start = len(reply) - len(reply.lstrip())
    first: tuple[int, int] | None = None
    for one in MARKS:
        opened = _compiled(one.opening).match(reply, start)
        closed = _compiled(one.closing).search(reply, opened.end() if opened else start)
        if opened and closed is None:
            return Visible("", reply[opened.end() :].strip(), "unclosed")
        if opened and closed:
            return Visible(reply[closed.end() :].strip(), reply[opened.end() : closed.start()].strip(), "closed")
        if closed and _compiled(one.opening).search(reply, start, closed.start()) is None:
            first = min(first or closed.span(), closed.span())
    if first is None:
        return Visible(reply, "", "none")
    return Visible(reply[first[1] :].strip(), reply[: first[0]].strip(), "closed")


def visible_as_helmet(reply: str) -> Visible:
    """Separate reasoning by the rule of HELMET's eval.py (4526dfb to 5dde2de): all up to the last `</think>` goes.

    A block that never closes is kept, so that its contents are scored.
    """
    last = reply.rfind("</think>")
    if last < 0:
        return Visible(reply, "", "none")
    end = last + len("</think>")
    return Visible(reply[end:].strip(), reply[:end].strip(), "closed")


FIRST, HELMET = "first", "helmet"
RULES: Mapping[str, Callable[[str], Visible]] = {FIRST: visible, HELMET: visible_as_helmet}
"""Rule by which reasoning is told from the answer: ours, by default, and HELMET's."""


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
