"""Lists of nodes after the words "Final Answer", as models write them, and as others read them."""

from __future__ import annotations

import re
from typing import NamedTuple

_LISTED = re.compile(r"final answer\W{0,12}?\[([^\[\]]*)(\]|\Z)", re.IGNORECASE)
_STRICT = re.compile(r"Final Answer: ?\[(.*)\]")
_MARKED = re.compile(r"final answer:?\s{0,9}\[([^\]]*)", re.IGNORECASE)
_BRACKET = re.compile(r"\[([^\]]*)")
_AROUND = " \t\r\n\"'`*_"


class Nodes(NamedTuple):
    """Nodes that a reply lists, as it names them."""

    named: tuple[str, ...]
    closed: bool = True
    """Whether the list has its last bracket; the last node of a list that was cut off may be cut off, too."""


def read_nodes(reply: str) -> Nodes | None:
    """Nodes of the last list in brackets after "Final Answer", in any case; None where there is none.

    Marks around the words and around names (bold, quotes, a colon) do not matter, nor does what comes before or after
    the list. A list that ends with the reply instead of a bracket is read, too.

    Source: OpenAI's GraphWalks, whose data card reads the last line.
    Differs: see `strict_nodes`.
    """
    found = _LISTED.findall(reply)
    return Nodes(_names(found[-1][0]), found[-1][1] == "]") if found else None


def strict_nodes(reply: str) -> tuple[str, ...] | None:
    """Nodes of a last line that is "Final Answer: [...]" and nothing else; None where it is another.

    Source: OpenAI's data card of GraphWalks; lm-evaluation-harness, task graphwalks, `f1`.
    Differs: the card strips brackets from the whole match, so that its first node keeps the words before it.
    """
    found = _STRICT.fullmatch(reply.strip().rpartition("\n")[2].strip())
    return _names(found[1]) if found else None


def helmet_nodes(reply: str) -> tuple[str, ...]:
    """Nodes of the first list after "Final Answer", else of the first bracket, repetitions kept; none where none is.

    Source: HELMET at commit 5dde2de, whose scorer cannot tell no list from an empty one.
    """
    found = _MARKED.search(reply) or _BRACKET.search(reply)
    return tuple(name for one in found[1].split(",") if (name := one.strip())) if found else ()


def _names(listed: str) -> tuple[str, ...]:
    return tuple(name for one in listed.split(",") if (name := one.strip(_AROUND)))
