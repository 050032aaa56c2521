"""Information coverage of a task, as a task: chunks in place of documents, and nothing to be answered.

Source: ETHIC (Lee et al., 2025), sections 2.3 and 3 (50 instances of each domain and task).
Differs: any task and any rows of context and query; the query is the whole prompt without the context, not the
    question alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hayrick.judges.information.catalogue import JUDGES as JUDGES
from hayrick.measures.information import MEASURES as MEASURES
from hayrick.measures.information import Need
from hayrick.protocols import Ask, Passage, SystemMaker, Task
from hayrick.reporting import answers_of
from hayrick.tasks.information.chunks import CHUNK_TOKENS, chunks_of, whole
from hayrick.tasks.information.gold import instruction_of
from hayrick.text import seeded
from hayrick.tokens import CL100K
from hayrick.types import BadInput, Document, Item, Prompt, Response

CONTEXT = "context"
"""Name of the only system: nothing is answered, and the context itself is judged."""

SAMPLE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """Parameters of information coverage.

    Args:
        sample: items of each dataset that are looked at, drawn by seed; 0 for all.
        chunk_tokens: most tokens of a chunk, >= 1.
        encoding: what tokens are counted in.
    """

    sample: int = SAMPLE
    chunk_tokens: int = CHUNK_TOKENS
    encoding: str = CL100K

    @property
    def signature(self) -> str:
        """All parameters on one line."""
        return f"chunk:{self.chunk_tokens},{self.encoding},sample:{self.sample or 'all'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """A system that is not asked: what is judged is the context."""

    signature: str = CONTEXT
    asks: bool = False

    async def respond(self, items: Sequence[Item[Need]], ask: Ask) -> list[Response[str]]:
        """An empty response to every item."""
        return [Response(item=item, system=CONTEXT, context="full", answer="") for item in items]


def information_task(task: Task[Any, Any], sampling: Sampling) -> Task[Need, str]:
    """The task whose measure is another task's information coverage, under the same name.

    Args:
        task: any task whose items have documents.
        sampling: see `Sampling`.
    """
    return Task(
        name=task.name,
        paper="Lee et al. (2025), ETHIC, section 2.3",
        items=_items(task, sampling),
        prompt=_no_prompt,
        parse=lambda item, reply: reply,
        measures=MEASURES,
        judges=JUDGES,
        systems={CONTEXT: SystemMaker("nothing is answered: the context is judged", lambda rest, seed: Nothing())},
        resample=task.resample,
        fingerprint=task.fingerprint,
        signature=";".join(filter(None, (f"information-coverage.v1,{sampling.signature}", task.signature))),
    )


def _need_of(task: Task[Any, Any], item: Item[Any], sampling: Sampling) -> Item[Need]:
    """The item in chunks.

    Raises:
        BadInput: it has no context.
    """
    chunks = chunks_of(whole(item.documents), sampling.chunk_tokens, sampling.encoding)
    if not chunks:
        raise BadInput(f"{task.name}: item '{item.id}'", "no context", "documents with text", "Leave it out.")
    documents = tuple(Document(id=str(number), text=one.text) for number, one in enumerate(chunks, start=1))
    need = Need(
        instruction=instruction_of(task, item),
        answers=answers_of(task, item),
        tokens=tuple(one.tokens for one in chunks),
    )
    return Item(
        dataset=item.dataset,
        group=item.group,
        id=item.id,
        query=item.query,
        gold=need,
        documents=documents,
        tags=item.tags,
    )


def _items(task: Task[Any, Any], sampling: Sampling) -> Callable[[int], list[Item[Need]]]:
    def items(seed: int) -> list[Item[Need]]:
        return [_need_of(task, item, sampling) for item in sampled(task.items(seed), sampling.sample, seed)]

    return items


def sampled(items: Sequence[Item[Any]], most: int, seed: int) -> list[Item[Any]]:
    """At most so many items of each dataset, drawn by seed, in their order; all for 0."""
    places: dict[str, list[int]] = {}
    for place, item in enumerate(items):
        places.setdefault(item.dataset, []).append(place)
    kept = {
        place
        for dataset, members in places.items()
        for place in seeded(f"information/{seed}/{dataset}").sample(members, min(most or len(members), len(members)))
    }
    return [item for place, item in enumerate(items) if place in kept]


def _no_prompt(item: Item[Need], passages: Sequence[Passage]) -> Prompt:
    raise BadInput("information coverage", "a system to be asked", f"the system '{CONTEXT}', which answers nothing")
