"""Which sections of a text are asked about, where a question is about one or a few of them.

Source: ETHIC, section 5.1: one or more chunks of the benchmark's own contexts are drawn, and asked about.
Differs: a chunk is a section of at most 1,024 tokens; how many are drawn is a parameter, since the paper does not say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from hayrick.protocols import G
from hayrick.tasks.ethic.contexts import Sections, Shown, Used, fingerprint_of, item_of
from hayrick.tasks.ethic.texts import SECTION_TOKENS, sections_of
from hayrick.text import seeded
from hayrick.types import Document, Item, Prompt

REPLY_TOKENS = 4096
"""Of prompt and reply, as in ETHIC's other tasks, so that texts are the same; a question is taken out of them."""


class Drawing(NamedTuple):
    """How much is drawn.

    Args:
        asked: questions on a text.
        chunks: sections that one question is about.
        apart: whether these are of different documents.
    """

    asked: int
    chunks: int
    apart: bool

    @property
    def signature(self) -> str:
        """All parameters on one line."""
        return f"asked:{self.asked},chunks:{self.chunks}{',apart' * self.apart}"


class Drawn(NamedTuple):
    """What one question is about.

    Args:
        shown: the text.
        places: numbers of the drawn sections, from 1 on, ascending.
        number: of the question, from 1 on.
        task: name of the task, without its family.
    """

    shown: Shown
    places: tuple[int, ...]
    number: int
    task: str

    @property
    def sections(self) -> Sections:
        """Texts of the drawn sections."""
        return tuple(self.shown.sections[place - 1] for place in self.places)

    @property
    def key(self) -> str:
        """Fingerprint by which a question about them is found again, in runs of the same task."""
        return fingerprint_of("\n".join((self.task, *self.sections)))

    def item(self, query: str, gold: G, documents: Sequence[Document]) -> Item[G]:
        """An item about them; its tag `drawn` has their numbers ("3" or "3+17"), `sections` is how many are shown."""
        made = item_of(self.shown, query, gold, documents)
        tags = {
            **made.tags,
            "sections": len(documents),
            "drawn": "+".join(map(str, self.places)),
            "section_text": self.key,
        }
        return replace(made, id=f"{made.id}-q{self.number}", tags=tags)


def row_of(item: Item[Any], right: Sequence[str] = (), evidence: Sequence[str] = ()) -> dict[str, object]:
    """What a run's `questions.jsonl` says of a drawn question: what is asked, what is right, and what was drawn.

    Args:
        item: of `Drawn.item`; its documents are all sections of the text, or the drawn ones alone.
        right: answers; none where nobody has written any.
        evidence: the sentences or sections that hold the answer.
    """
    places = [int(one) for one in str(item.tags["drawn"]).split("+")]
    shown = {one.id: one.text for one in item.documents}
    chunks = [{"section": place, "text": shown[str(place)]} for place in places]
    return {"query": item.query, "right": list(right), "evidence": list(evidence), "chunks": chunks}


class Context(NamedTuple):
    """A text, and which document each of its sections is of."""

    shown: Shown
    documents: Sequence[int]

    def draws(self, drawing: Drawing, name: str, seed: int) -> Iterator[Drawn]:
        """Drawn sections in random order, each section once, until too few are left.

        Args:
            drawing: how much is drawn.
            name: of the task.
            seed: of the run.
        """
        draw = random_of(self.shown, name, seed)
        for number, places in enumerate(_draws(self.documents, drawing, draw), start=1):
            yield Drawn(self.shown, tuple(place + 1 for place in places), number, name)


def random_of(shown: Shown, name: str, seed: int) -> Random:
    """Random numbers for a text at one length."""
    return seeded(f"ethic/{name}/{seed}/{shown.text.id}/{len(shown.sections)}")


def contexts_of(used: Used, prompt: Callable[[Sequence[Document]], Prompt]) -> Iterator[Context]:
    """Texts as the other tasks show them: all sections, or as many as fit each length.

    Args:
        used: the texts.
        prompt: that shows these documents, with an empty question.

    Raises:
        BadInput: not even one section fits a length.
    """
    encoding = used.limits.encoding
    cuts = {one.id: [sections_of(part, SECTION_TOKENS, encoding) for part in one.parts] for one in used.texts}
    found = used.shown(
        lambda text: tuple(one for part in cuts[text.id] for one in part),
        lambda shown: prompt(shown.documents),
        REPLY_TOKENS,
    )
    for shown in found:
        documents = [number for number, part in enumerate(cuts[shown.text.id]) for _ in part]
        yield Context(shown, documents[: len(shown.sections)])


def _draws(documents: Sequence[int], drawing: Drawing, draw: Random) -> Iterator[tuple[int, ...]]:
    left = list(range(len(documents)))
    draw.shuffle(left)
    while True:
        taken: list[int] = []
        for place in left:
            used = {documents[one] for one in taken} if drawing.apart else ()
            if documents[place] not in used:
                taken.append(place)
            if len(taken) == drawing.chunks:
                break
        if len(taken) < drawing.chunks:
            return
        left = [one for one in left if one not in taken]
        yield tuple(sorted(taken))
