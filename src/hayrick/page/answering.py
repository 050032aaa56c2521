"""Who answered: the systems of all sources, numbered once, so that tables and single answers mean the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hayrick.page.views import Source
from hayrick.types import Response, Tag

SystemKey = tuple[int, str, str, tuple[tuple[str, Tag], ...]]


class Answering(NamedTuple):
    """One system in one context of one source."""

    source: int
    """Number of the source, from 0."""

    system: str
    context: str
    about: str
    """Those of its tags by which it differs from others of the same name; "" for none."""


def key_of(source: int, response: Response[Any]) -> SystemKey:
    """What tells who gave a response."""
    return source, response.system, response.context, tuple(sorted(response.tags.items()))


def answering(sources: Sequence[Source]) -> Mapping[SystemKey, Answering]:
    """All systems in the order of their responses; those without responses at hand in the order of the estimates."""
    keys: dict[SystemKey, None] = {}
    for number, source in enumerate(sources):
        for task in source.tasks:
            keys |= dict.fromkeys(key_of(number, response) for _, response, _ in task.judged)
            if not task.judged:
                keys |= {(number, key.system, key.context, ()): None for key, _, _ in task.estimates}
    tags: dict[tuple[int, str, str], list[dict[str, Tag]]] = {}
    for key in keys:
        tags.setdefault(key[:3], []).append(dict(key[3]))
    return {key: Answering(*key[:3], _about(dict(key[3]), tags[key[:3]])) for key in keys}


def _about(own: Mapping[str, Tag], of_all: Sequence[Mapping[str, Tag]]) -> str:
    differing = (name for name in own if any(one.get(name) != own[name] for one in of_all))
    return ", ".join(f"{name} {own[name]}" for name in differing)
