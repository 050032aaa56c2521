"""The summaries stored in a SummHay file, as a system.

Source: SummHay, repository readme. Keys are `summary_subtopic_{retriever}_{model}`, without retriever for full context.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from hayrick.protocols import Ask
from hayrick.replies.bullets import Compat, citable
from hayrick.suggestions import nearest
from hayrick.systems.contexts import BEST_FIRST, FULL, STORED_ORDER
from hayrick.tasks.summhay.answers import answer_of
from hayrick.tasks.summhay.gold import SubtopicGold
from hayrick.types import BadInput, Item, Response, Summary, Tags

PREFIX = "summary_subtopic_"
_POSITION_RUN = "fl-ctxt-"
_ORDERS: Mapping[str, str] = MappingProxyType(
    {"fl-ctxt-sort": "top", "fl-ctxt-rev-sort": "bottom", "fl-ctxt-middle": "middle"}
)
"""Context of a recorded position run -> order. Source: SummHay's released files."""


class Identity(NamedTuple):
    """The system that wrote a stored summary, and its context."""

    system: str
    context: str


def identity(key: str, retrievers: Sequence[str]) -> Identity:
    """Split a stored key into model and context.

    The context is the longest stored retriever name, or name of a position run, with which the key begins. It is
    followed by "_" as in the released files, or by "-" as in the release's readme. A key without such a prefix is a
    full-context run of the model of that name.
    """
    name = key.removeprefix(PREFIX)
    for retriever in sorted(retrievers, key=len, reverse=True):
        if name.startswith((f"{retriever}_", f"{retriever}-")) and len(name) > len(retriever) + 1:
            return Identity(name[len(retriever) + 1 :], retriever)
    if name.startswith(_POSITION_RUN) and "_" in name:
        context, system = name.split("_", 1)
        return Identity(system, context)
    return Identity(name, FULL)


def tags_of(context: str) -> Tags:
    """Tags of a stored context: which documents it shows, and in which order."""
    if context in _ORDERS:
        return {"shown": FULL, "order": _ORDERS[context]}
    return {"shown": context, "order": STORED_ORDER if context == FULL else BEST_FIRST}


_CURE = "Patterns match the key less 'summary_subtopic_', for example 'recorded:rerank3_*'."


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSystems:
    """All stored systems whose key, without `summary_subtopic_`, matches a glob pattern."""

    pattern: str = "*"
    compat: Compat = None
    asks: bool = False

    @property
    def signature(self) -> str:
        """Everything that the summaries depend on."""
        return f"recorded:{self.pattern}"

    async def respond(self, items: Sequence[Item[SubtopicGold]], ask: Ask) -> list[Response[Summary]]:
        """Return the stored summaries of these subtopics of one haystack.

        Raises:
            BadInput: no summary is stored or matches, or a stored summary is not a list of lines.
        """
        found: list[Response[Summary]] = []
        documents = citable(items[0].documents) if items else {}
        n_keys = 0
        for item in items:
            extra, where = item.gold.subtopic.extra, f"{item.dataset}: subtopic '{item.group}'"
            stored = _mapping(extra.get("summaries", {}), f"{where}, summaries")
            retrievers = list(_mapping(extra.get("retriever") or {}, f"{where}, retriever"))
            n_keys += len(stored)
            for key, lines in stored.items():
                if not fnmatch.fnmatchcase(key.removeprefix(PREFIX), self.pattern):
                    continue
                if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
                    raise BadInput(f"{where}, summary '{key}'", "no list of strings", "the lines of the summary")
                system, context = identity(key, retrievers)
                found.append(
                    Response(
                        item=item,
                        system=system,
                        context=context,
                        answer=answer_of(lines, documents, self.compat),
                        reply="\n".join(lines),
                        tags=tags_of(context),
                        extra={"key": key},
                    )
                )
        if items and not found:
            said = f"none of {n_keys} stored summaries matches '{self.pattern}'" if n_keys else "no stored summaries"
            near = nearest(self.pattern, _patterns(items), n=3, cutoff=0.5)
            meant = " or ".join(f"'recorded:{one}'" for one in near)
            cure = f"Did you mean {meant}?" if near else _CURE
            raise BadInput(items[0].dataset, said, "recorded systems", cure)
        return found


def _patterns(items: Sequence[Item[SubtopicGold]]) -> Iterator[str]:
    """Patterns of each stored summary, and of all of each model."""
    for item in items:
        extra, where = item.gold.subtopic.extra, f"{item.dataset}: subtopic '{item.group}'"
        retrievers = list(_mapping(extra.get("retriever") or {}, where))
        for key in _mapping(extra.get("summaries", {}), where):
            name, model = key.removeprefix(PREFIX), identity(key, retrievers).system
            yield name
            if model != name:
                yield f"*{model}"


def _mapping(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise BadInput(where, "no JSON object", "an object")
    return value
