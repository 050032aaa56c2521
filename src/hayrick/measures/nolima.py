"""NoLiMa's released scores of an answer: equality and containment, of the whole reply or of its last line.

Source: NoLiMa (Modarressi et al., 2025), its released evaluation; letter case counts. Containment credits an answer
    that names a right one to deny it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType


def _last_line(reply: str) -> str:
    return reply.strip().rpartition("\n")[2]


RELEASED_NOLIMA: Mapping[str, Callable[[str, Sequence[str]], bool]] = MappingProxyType(
    {
        "EM": lambda reply, golds: reply.strip() in golds,
        "contains": lambda reply, golds: any(gold in reply for gold in golds),
        "lastline_EM": lambda reply, golds: _last_line(reply) in golds,
        "lastline_contains": lambda reply, golds: any(gold in _last_line(reply) for gold in golds),
    }
)
"""Name of the released metric -> whether a reply is right by it."""
