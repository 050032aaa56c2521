"""Prompts that gold passages and as many negatives fill to a length in tokens, whatever the gold passages' depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hayrick.prompting import Template, prompt_tokens, showing
from hayrick.prompting.fitting import adds_up, number_that_fits
from hayrick.protocols import Passage
from hayrick.records.parameters import size_name
from hayrick.tasks.helmet.library import Negative, paragraph
from hayrick.tasks.helmet.lines import place_at
from hayrick.tasks.helmet.questions import Question
from hayrick.text import seeded, sentences
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Document, Prompt

REPLY_TOKENS = 100


def prompt_of(template: Template, passages: Sequence[Passage], question: str, examples: str) -> Prompt:
    """Prompt that shows demonstrations, passages and a question."""
    return showing(template, passages, {"question": question, "examples": examples}, heading="Passage")


class Filled(NamedTuple):
    """Gold passages and the negatives that fill a length with them, in the order in which they stand."""

    gold: tuple[Document, ...]
    negatives: tuple[Document, ...]
    left_out: int
    """Passages that the retriever ranks before the last of the negatives, and that hold an answer."""

    unrelated: int
    """Negatives with the lowest score of all passages."""

    @property
    def n(self) -> int:
        """Number of passages."""
        return len(self.gold) + len(self.negatives)

    def at(self, depth: float) -> tuple[Document, ...]:
        """All passages, the gold ones together at a depth from 0 (first) to 1 (last)."""
        place = place_at(depth, len(self.negatives))
        return (*self.negatives[:place], *self.gold, *self.negatives[place:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """Fills prompts of a template.

    Args:
        name: of the task, for errors and seeds.
        template: of `prompt_of`.
        encoding: in which tokens are counted.
    """

    name: str
    template: Template
    encoding: str

    def filled(
        self,
        question: Question,
        examples: str,
        gold: Sequence[Document],
        depths: Sequence[float],
        negatives: Iterable[Negative],
        lengths: Sequence[int],
        seed: int,
    ) -> Iterator[tuple[int, Filled]]:
        """For each length, as many negatives as fit, the last one cut at the end of a sentence.

        Args:
            question: that is asked.
            examples: demonstrations as the prompt shows them.
            gold: its passages; none in a control.
            depths: at each of which the prompt must fit.
            negatives: the hardest first; no more are taken than needed.
            lengths: of prompt and reply.
            seed: of the negatives' order.

        Raises:
            BadInput: what must be shown does not fit, a passage is longer than the length, or the passages do not fill
                it.
        """
        base = self._around(question.text, examples) + sum(self._count(paragraph(1, one.text)) for one in gold)
        taken, used = [], base
        for one in negatives:
            taken.append(one)
            used += one.tokens
            if used > max(lengths):
                break
        for length in lengths:
            draw = seeded(f"{self.name}/{seed}/{length}/{question.id}")
            order = [draw.random() for _ in range(len(taken) + 1)]
            yield length, _One(self, question, examples, tuple(gold), depths, length, base, taken, order).filled()

    def _count(self, text: str) -> int:
        return tokenizer(self.encoding).count(text)

    def _around(self, question: str, examples: str) -> int:
        """Tokens of a prompt without its passages, and of the reply."""
        only = Passage(document="only", position=1, text="x")
        prompt = prompt_of(self.template, [only], question, examples)
        return prompt_tokens(prompt, self.encoding) - self._count(paragraph(1, "x")) + REPLY_TOKENS


class _One(NamedTuple):
    """One prompt to fill; `base` counts the tokens of all but the negatives."""

    by: Filling
    question: Question
    examples: str
    gold: tuple[Document, ...]
    depths: Sequence[float]
    length: int
    base: int
    taken: Sequence[Negative]
    order: Sequence[float]

    def filled(self) -> Filled:
        sums = np.array([self._summed(n) for n in range(len(self.taken) + 1)], dtype=np.int64)
        sums += self.base + np.cumsum([0, *(one.tokens for one in self.taken)])
        counted = number_that_fits(sums, self.length, self.by.encoding, lambda n: self._counted(self.taken[:n]))
        n = max(counted, 0)
        if n == len(self.taken):
            raise self._too_few(n, int(sums[-1]))
        if self.taken[n].tokens > self.length:
            raise self._too_long(self.taken[n])
        if n == 0:
            raise self._too_short(int(sums[1]))
        chosen = [*self.taken[:n], *self._cut(n)]
        return Filled(
            gold=self.gold,
            negatives=self._arranged(chosen),
            left_out=chosen[-1].left_out,
            unrelated=sum(not one.found for one in chosen),
        )

    @property
    def _where(self) -> str:
        return f"task '{self.by.name}', question '{self.question.id[:60]}'"

    def _too_short(self, least: int) -> BadInput:
        found = f"length {size_name(self.length)} ({self.length:,} tokens)"
        needed = f"demonstrations, question, {len(self.gold)} gold passages, one other and the reply"
        cure = "Give a greater length, fewer shots, or shorter passages (&words=100)."
        return BadInput(self._where, found, f"room for {least:,}: {needed}", cure)

    def _too_long(self, one: Negative) -> BadInput:
        found = f"length {size_name(self.length)}, and passage '{one.text.id[:60]}' has {one.tokens:,} tokens"
        cure = "Cut the corpus with &words=100, or give a greater length."
        return BadInput(self._where, found, f"passages of at most {self.length:,}", cure)

    def _too_few(self, n: int, tokens: int) -> BadInput:
        found = f"only {tokens:,} tokens with all {n} passages that do not answer it"
        cure = "Give a smaller length, or a larger corpus with &corpus=."
        return BadInput(self._where, found, f"more than {self.length:,}", cure)

    def _cut(self, n: int) -> list[Negative]:
        """The next passage, up to the last sentence that fits."""
        one = self.taken[n]
        for span in reversed(sentences(one.text.text)[:-1]):
            text = one.text._replace(text=one.text.text[: span.end])
            document = Document(id=one.document.id, text=text.shown)
            piece = one._replace(document=document, tokens=self.by._count(paragraph(1, text.shown)))
            if self._fits([*self.taken[:n], piece]):
                return [piece]
        return []

    def _arranged(self, chosen: Sequence[Negative]) -> tuple[Document, ...]:
        keyed = sorted(zip(self.order, range(len(chosen)), strict=False))
        return tuple(chosen[place].document for _, place in keyed)

    def _fits(self, chosen: Sequence[Negative]) -> bool:
        if not adds_up(self.by.encoding):
            return self._counted(chosen) <= self.length
        return self.base + sum(one.tokens for one in chosen) + self._summed(len(chosen)) <= self.length

    def _summed(self, n: int) -> int:
        """Tokens of numbers above 999, which have one more for every three digits, with so many negatives."""
        return sum(len(range(start, n + len(self.gold) + 1)) for start in (1000, 1000000))

    def _counted(self, chosen: Sequence[Negative]) -> int:
        """Tokens of the longest prompt with these negatives."""
        filled = Filled(self.gold, self._arranged(chosen), 0, 0)
        return max(self._tokens(filled.at(depth)) for depth in self.depths)

    def _tokens(self, documents: Sequence[Document]) -> int:
        passages = [
            Passage(document=one.id, position=position, text=one.text) for position, one in enumerate(documents, 1)
        ]
        prompt = prompt_of(self.by.template, passages, self.question.text, self.examples)
        return prompt_tokens(prompt, self.by.encoding) + REPLY_TOKENS
