"""The summaries that a SummHay file stores, as systems.

Source: SummHay, repository readme; keys are `summary_subtopic_{retriever}_{model}`, without retriever for full context.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hayrick.replies.bullets import Compat, citable, parse_summary
from hayrick.types import BadInput, Haystack, Subtopic, Summary

PREFIX = "summary_subtopic_"
FULL = "full"
_POSITION_RUN = "fl-ctxt-"


class Identity(NamedTuple):
    """Who made a stored summary, from what context."""

    system: str
    context: str


def identity(key: str, retrievers: Sequence[str]) -> Identity:
    """Model and context of a stored key.

    The context is the longest stored retriever name, or a position run's name, that the key begins with; a key that
    begins with none is a full-context run of the model of that name.
    """
    name = key.removeprefix(PREFIX)
    for retriever in sorted(retrievers, key=len, reverse=True):
        if name.startswith(f"{retriever}_") and len(name) > len(retriever) + 1:
            return Identity(name[len(retriever) + 1 :], retriever)
    if name.startswith(_POSITION_RUN) and "_" in name:
        context, system = name.split("_", 1)
        return Identity(system, context)
    return Identity(name, FULL)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSystems:
    """All stored systems whose key, less `summary_subtopic_`, matches a glob."""

    pattern: str = "*"
    compat: Compat = None

    @property
    def signature(self) -> str:
        """What the summaries depend on."""
        return f"recorded:{self.pattern}"

    def summaries(self, haystack: Haystack, subtopics: Sequence[Subtopic]) -> Iterator[Summary]:
        """Stored summaries of these subtopics.

        Raises:
            BadInput: nothing is stored, nothing matches, or what is stored is no list of lines.
        """
        documents = citable(haystack.documents)
        n_keys = n_matching = 0
        for subtopic in subtopics:
            where = f"{haystack.id}: subtopic '{subtopic.id}'"
            stored = _mapping(subtopic.extra.get("summaries", {}), f"{where}, summaries")
            retrievers = list(_mapping(subtopic.extra.get("retriever") or {}, f"{where}, retriever"))
            n_keys += len(stored)
            for key, lines in stored.items():
                if not fnmatch.fnmatchcase(key.removeprefix(PREFIX), self.pattern):
                    continue
                n_matching += 1
                if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
                    raise BadInput(f"{where}, summary '{key}'", "no list of strings", "the lines of the summary")
                system, context = identity(key, retrievers)
                bullets, n_lines = parse_summary(lines, documents, self.compat)
                yield Summary(
                    haystack=haystack.id,
                    subtopic=subtopic.id,
                    system=system,
                    context=context,
                    bullets=bullets,
                    reply="\n".join(lines),
                    n_lines=n_lines,
                    extra={"key": key},
                )
        if not n_matching:
            found = f"none of {n_keys} stored summaries matches '{self.pattern}'" if n_keys else "no stored summaries"
            cure = "Patterns match the key less 'summary_subtopic_', for example 'recorded:rerank3_*'."
            raise BadInput(haystack.id, found, "recorded systems", cure)


def _mapping(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise BadInput(where, "no JSON object", "an object")
    return value
