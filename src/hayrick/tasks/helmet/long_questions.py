"""What tasks with one long document and a question have in common: items, examples, prompts.

Examples come before the question and show no document; they are drawn for each question from those about other
documents of the same data, by the run's seed and the question.

Source: HELMET, section 2 and appendix B.6, and its released code at commit 4526dfb: two examples whose documents are
    left out; 100 questions a length; documents cut at their end.
Differs: lengths and cutting as in `long_document`; examples of NarrativeQA are drawn by an unseeded shuffle there, and
    are drawn anew for every question here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Generic

from hayrick.measures.rouge import rouge_tokens
from hayrick.prompting import Template, load, showing
from hayrick.protocols import G, Measure, Passage, Resample
from hayrick.records.parameters import MOST_SHOTS, Parameters
from hayrick.tasks.helmet.long_document import Cutting, LongDocument, dataset
from hayrick.text import seeded
from hayrick.types import BadInput, Item, Prompt, Tags

RESAMPLE = Resample(
    across_datasets=True, groups_note="Intervals resample documents; all questions about one are one group."
)
_BEFORE = "So are questions about other documents answered, which are not shown here:\n\n"
_DRAWN = 200
"""Questions that are looked at for examples about other documents, and 20 more for each example."""

OUTPUTS = Resample(
    groups_note="Intervals resample questions, since outputs do not name their documents: they are too narrow by that."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[G]):
    """A question about a long document."""

    id: str
    """Unique in its file."""

    document: str
    """The text; "" where only outputs are known."""

    text: str
    gold: G
    answer: str
    """As an example shows it."""

    tags: Tags


def only_path(parameters: Parameters) -> Path:
    """The one file or folder of a task, the parameter `path` or `data`.

    Raises:
        BadInput: none or several are given.
    """
    given = parameters.paths("data", optional=True) or parameters.paths("path")
    if len(given) > 1:
        raise BadInput(parameters.where, f"{len(given)} paths", "one", "Join the files, or run each alone.")
    return given[0]


def _require_distinct(questions: Sequence[Question[G]], path: Path) -> None:
    """Reject files without a question, and ids that occur twice.

    Raises:
        BadInput: see above.
    """
    if not questions:
        raise BadInput(str(path), "no question", "at least one")
    seen: set[str] = set()
    for one in questions:
        if one.id in seen:
            raise BadInput(str(path), f"id '{one.id}' twice", "every id once")
        seen.add(one.id)


@dataclass(frozen=True, kw_only=True)
class Asking(Generic[G]):
    """How the questions of a file become items and prompts.

    Args:
        task: name of the task.
        questions: of the file, ids all different.
        cutting: how documents are cut.
        template: with values `documents`, `question` and `examples`.
        reply_tokens: reserved for the reply.
        shots: examples before each question; fewer where there are fewer questions about other documents.
        n: questions of each length, drawn by seed.
    """

    task: str
    questions: Sequence[Question[G]]
    cutting: Cutting
    template: Template
    reply_tokens: int
    shots: int
    n: int

    @property
    def signature(self) -> str:
        """All parameters on one line."""
        return f"{self.cutting.signature},n:{self.n},shots:{self.shots},{self.template.signature}"

    @property
    def are_outputs(self) -> bool:
        """Whether the file holds no documents."""
        return not any(one.document for one in self.questions)

    @property
    def resample(self) -> Resample:
        """What intervals resample."""
        return OUTPUTS if self.are_outputs else RESAMPLE

    @property
    def datasets(self) -> list[str]:
        """Names of the strata."""
        if self.are_outputs:
            return [self.task.rpartition("/")[2]]
        return [dataset(self.task, length) for length in self.cutting.lengths]

    @cached_property
    def _by_id(self) -> dict[str, Question[G]]:
        return {one.id: one for one in self.questions}

    def items(self, seed: int) -> list[Item[G]]:
        """Items of all lengths, those of one document together; all questions of a file of outputs, once.

        Raises:
            BadInput: no document is long enough, or a length has no room for any of it.
        """
        if self.are_outputs:
            return [self._item(one, self.datasets[0], one.id, {}) for one in self.questions]
        groups = {text: str(n) for n, text in enumerate(dict.fromkeys(one.document for one in self.questions), start=1)}
        chosen: dict[str, list[Question[G]]] = {}
        for one in self._chosen(seed):
            chosen.setdefault(one.document, []).append(one)
        found: dict[int, list[Item[G]]] = {length: [] for length in self.cutting.lengths}
        for text, several in chosen.items():
            document = LongDocument(text, self.cutting.encoding)
            for length, items in found.items():
                items += [self._cut(one, document, length, groups[text]) for one in several]
        return [item for items in found.values() for item in items]

    def prompt(self, item: Item[G], passages: Sequence[Passage]) -> Prompt:
        """What a model is sent."""
        return self._prompt(self._by_id[item.id], passages)

    def _prompt(self, question: Question[G], passages: Sequence[Passage]) -> Prompt:
        values = {"question": question.text, "examples": self._examples[question.id]}
        return showing(self.template, passages, values)

    @cached_property
    def _examples(self) -> dict[str, str]:
        """Id of a question -> the examples before it."""
        return {one.id: self._drawn(one) for one in self.questions}

    def _drawn(self, question: Question[G]) -> str:
        draw = seeded(f"{self.task}/{question.text}")
        places = draw.sample(range(len(self.questions)), min(len(self.questions), _DRAWN + 20 * self.shots))
        others = [one for place in places if (one := self.questions[place]).document != question.document]
        shown = [f"Question: {one.text}\nAnswer: {one.answer}\n\n" for one in others[: self.shots]]
        return f"{_BEFORE}{''.join(shown)}" if shown else ""

    def _chosen(self, seed: int) -> list[Question[G]]:
        """Questions drawn by seed, about documents that are long enough, in the order of the file."""
        least, sizes = self.cutting.shortest, dict[str, int]()
        kept: list[int] = []
        for place in seeded(f"{self.task}/{seed}").sample(range(len(self.questions)), len(self.questions)):
            text = self.questions[place].document
            if least > 1 and text not in sizes:
                sizes[text] = LongDocument(text, self.cutting.encoding).tokens
            if sizes.get(text, least) >= least:
                kept.append(place)
            if len(kept) == self.n:
                break
        if not kept:
            found = f"documents of at most {max(sizes.values()):,} tokens"
            raise BadInput(f"task '{self.cutting.task}'", found, f"one of {least:,}", "Give a smaller shortest=.")
        return [self.questions[place] for place in sorted(kept)]

    def _cut(self, question: Question[G], document: LongDocument, length: int, group: str) -> Item[G]:
        found = self.cutting.fitted(document, length, lambda shown: self._prompt(question, shown), self.reply_tokens)
        item = self._item(question, dataset(self.task, length), group, {"length": length, **found.tags})
        return replace(item, documents=(found.document,))

    def _item(self, question: Question[G], stratum: str, group: str, tags: Tags) -> Item[G]:
        tags = {**tags, **question.tags}
        return Item(dataset=stratum, group=group, id=question.id, query=question.text, gold=question.gold, tags=tags)


def asking_of(
    parameters: Parameters,
    questions: Sequence[Question[G]],
    path: Path,
    template: str,
    reply_tokens: int,
    shots: int = 2,
    n: int = 100,
) -> Asking[G]:
    """The questions of a file as parameters want them asked.

    Args:
        parameters: of the task.
        questions: of the file.
        path: the file, for errors.
        template: name of the prompt.
        reply_tokens: reserved for the reply.
        shots: examples by default.
        n: questions of each length by default.

    Raises:
        BadInput: a parameter is not what it must be, or an id occurs twice.
    """
    _require_distinct(questions, path)
    return Asking(
        task=parameters.spec.partition("?")[0],
        questions=questions,
        cutting=Cutting.of(parameters),
        template=load(template),
        reply_tokens=reply_tokens,
        shots=parameters.whole("shots", shots, least=0, most=MOST_SHOTS),
        n=parameters.whole("n", n, least=1),
    )


def with_rouge(parameters: Parameters, measures: Sequence[Measure[G, str]]) -> tuple[Measure[G, str], ...]:
    """The measures, without those of ROUGE where `rouge=no` says so; a missing package is named before any call.

    Raises:
        BadInput: the parameter is something else, or the package is missing.
    """
    choice = parameters.one_of("rouge", ("yes", "no"))
    if choice == "yes":
        rouge_tokens("a")
    return tuple(one for one in measures if choice == "yes" or not one.name.startswith("rouge"))


def whole_reply(item: Item[G], reply: str) -> str | None:
    """All of a reply as its answer; None where it has no letter or digit."""
    return reply.strip() if any(map(str.isalnum, reply)) else None
