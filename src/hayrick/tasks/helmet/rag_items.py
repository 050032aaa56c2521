"""Items of questions over passages: which questions are asked, at which depths, and after which demonstrations.

Source: HELMET, appendix B.1, and its released code at commit 4526dfb; see `rag`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, cast

from hayrick.measures.answers import References
from hayrick.records.parameters import size_name
from hayrick.tasks.helmet.demonstrations import drawn_demos, seed_of
from hayrick.tasks.helmet.filling import Filling
from hayrick.tasks.helmet.library import Library, are_decided, holds, paragraph
from hayrick.tasks.helmet.lines import evenly
from hayrick.tasks.helmet.passages import Text
from hayrick.tasks.helmet.questions import Question
from hayrick.text import seeded
from hayrick.types import BadInput, Document, Item, Response, Tag
from hayrick.wording import counted

SHOWN_EXAMPLE = 3
"""Passages of a demonstration: its gold ones, and negatives up to this number."""


class Gold(NamedTuple):
    """Right answers, and the ids of the documents that give them: none in a control."""

    answers: References
    documents: tuple[str, ...]

    @property
    def is_control(self) -> bool:
        """Whether no document answers the question."""
        return not self.documents


class Kind(NamedTuple):
    """How a data set is asked.

    `whole`: all gold passages are shown, not one. `depths`: by default, each of every question or, with `in_turn`, one
    a question. `shots`: demonstrations by default. `rare`: only questions about subjects of little popularity.
    """

    paper: str = "Yen et al. (2025), HELMET, appendix B.1"
    whole: bool = False
    depths: int = 6
    in_turn: bool = False
    shots: int = 2
    rare: bool = False


class Size(NamedTuple):
    """How much is asked."""

    lengths: tuple[int, ...]
    n: int
    controls: int
    """Questions that are asked once more without a passage that answers them."""

    detail: str
    """Further parts of the signature."""

    fingerprint: str


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Plan:
    """Questions, the corpus, and how a prompt is filled."""

    name: str
    kind: Kind
    questions: Sequence[Question]
    demos: Sequence[Question]
    library: Library
    filling: Filling
    depths: int
    shots: int
    passed_over: set[str] = field(default_factory=set)
    """Keys of questions that were drawn, and that no passage answers."""

    _examples: dict[tuple[str, References], str] = field(default_factory=dict)
    _made: dict[int, str] = field(default_factory=dict)

    def items(self, size: Size, seed: int) -> list[Item[Gold]]:
        """All items, lengths one after the other, the controls of a length last."""
        asked = self._asked(size.n, seed)
        found: dict[str, list[Item[Gold]]] = {name: [] for name in self.datasets(size)}
        for number, (question, gold) in enumerate(asked):
            for control in (False, True) if number < size.controls else (False,):
                for item in self._items(question, () if control else gold, number, size, seed):
                    found[item.dataset].append(item)
        return [item for items in found.values() for item in items]

    def datasets(self, size: Size) -> list[str]:
        """Names of the strata."""
        kinds = (False, True) if size.controls else (False,)
        return [self._dataset(length, control) for length in size.lengths for control in kinds]

    def _dataset(self, length: int, control: bool) -> str:
        stem = self.name.rpartition("/")[2]
        return f"{stem}{'_unanswerable' if control else ''}@{size_name(length)}"

    def _asked(self, n: int, seed: int) -> list[tuple[Question, tuple[Text, ...]]]:
        """Questions with their gold passages, in the file's order; those that no passage answers are passed over."""
        by_key = {one.key: (place, one) for place, one in enumerate(self.questions)}
        drawn = drawn_questions(by_key, n, seed)
        others = sorted(by_key.keys() - set(drawn))
        found: list[tuple[int, Question, tuple[Text, ...]]] = []
        for key in (*drawn, *seeded(f"{self.name}/{seed}").sample(others, len(others))):
            place, question = by_key[key]
            gold = self.library.gold(question, self.kind.whole)
            if gold:
                found.append((place, question, gold))
            else:
                self.passed_over.add(key)
            if len(found) == n:
                break
        if not found:
            raise BadInput(f"task '{self.name}'", "no question that a passage answers", "one", "Give another corpus.")
        return [(question, gold) for _, question, gold in sorted(found, key=lambda one: one[0])]

    def _items(
        self, question: Question, gold: Sequence[Text], number: int, size: Size, seed: int
    ) -> Iterator[Item[Gold]]:
        shown = [Document(id=f"gold-{place}", text=one.shown) for place, one in enumerate(gold, start=1)]
        examples = self.examples(question.text, question.answers)
        depths = evenly(self.depths) if shown else [0.5]
        if shown and self.kind.in_turn:
            depths = [depths[number % len(depths)]]
        negatives = self.library.negatives(question, gold)
        for length, filled in self.filling.filled(question, examples, shown, depths, negatives, size.lengths, seed):
            tags: dict[str, Tag] = {"length": length, "passages": filled.n, "left_out": filled.left_out}
            tags["unrelated"] = filled.unrelated
            for depth in depths:
                yield Item(
                    dataset=self._dataset(length, not shown),
                    group=question.id,
                    id=f"{size_name(length)}-{question.id}-{f'{depth:g}' if shown else 'none'}",
                    query=question.text,
                    gold=Gold(question.answers, tuple(one.id for one in shown)),
                    documents=filled.at(depth),
                    tags={**tags, "depth": depth} if shown else tags,
                    share=1 / len(depths),
                )

    def notes(self, responses: Sequence[Response[str]]) -> Iterator[str]:
        """What was left out of the questions and passages, and how many passages are no hard ones."""
        items = {(one.item.dataset, one.item.group): cast(Item[Gold], one.item) for one in responses}.values()
        if not items:
            return
        if self.passed_over:
            were = counted(len(self.passed_over), "question was", "questions were")
            yield f"{were} passed over: no passage found holds an answer."
        asked = {one.group: one for one in items if not one.gold.is_control}.values()
        silent = sum(not _gold_holds(one) for one in asked)
        if silent:
            yield f"Of {silent} of {len(asked)} questions the gold passages do not hold an answer in its own words."
        left_out, unrelated, shown = (
            sum(int(one.tags[name]) for one in items) for name in ("left_out", "unrelated", "passages")
        )
        yield f"{left_out / len(items):.1f} passages a question were left out because they hold an answer."
        yield f"{100 * unrelated / shown:.0f} % of the passages shown have the retriever's lowest score."

    def examples(self, question: str, answers: References) -> str:
        """Demonstrations for a question, as a prompt shows them; "" where there are to be none.

        Raises:
            BadInput: there are too few other questions.
        """
        key = question, answers
        if key not in self._examples:
            self._examples[key] = "".join(self._chosen(question, answers)) if self.shots else ""
        return self._examples[key]

    def _chosen(self, question: str, answers: References) -> list[str]:
        found: list[str] = []
        for place in drawn_demos(question, [one.key for one in self.demos]):
            same = self.demos[place].text.casefold() == question.casefold()
            shown = "" if same else self._example(place)
            if shown and not holds(shown, answers):
                found.append(shown)
            if len(found) == self.shots:
                return found
        cure = "Ask for fewer shots, or give more questions."
        raise BadInput(f"task '{self.name}'", f"{len(found)} demonstrations", f"shots {self.shots}", cure)

    def _example(self, place: int) -> str:
        """A question with its answer and whole passages; "" where no passage answers it."""
        if place not in self._made:
            demo = self.demos[place]
            shown = [one.shown for one in self.library.gold(demo, self.kind.whole)]
            negatives = self.library.negatives(demo) if shown else iter(())
            while len(shown) < SHOWN_EXAMPLE and (one := next(negatives, None)) is not None:
                shown.append(one.text.shown)
            Random(seed_of(demo.text)).shuffle(shown)
            text = "".join(paragraph(number, one) for number, one in enumerate(shown, start=1))
            asked = f"Question: {demo.text}\nAnswer: {demo.answers[0]}\n\n"
            self._made[place] = f"An example:\n\n{text}{asked}" if shown else ""
        return self._made[place]


def drawn_questions(keys: Iterable[str], n: int, seed: int) -> list[str]:
    """Keys of the questions that are asked. Source: HELMET's released code at commit 4526dfb, draw by draw."""
    given = sorted(set(keys))
    return Random(seed).sample(given, min(n, len(given)))


def _gold_holds(item: Item[Gold]) -> bool:
    """Whether a gold passage holds an answer; also true where all answers are yes or no."""
    texts = [one.text for one in item.documents if one.id in item.gold.documents]
    return are_decided(item.gold.answers) or any(holds(text, item.gold.answers) for text in texts)
