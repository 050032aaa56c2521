"""What ETHIC's tasks of low coverage have in common: drawn sections, and where the questions about them come from.

Questions are made by rule (`by_rule`), or by a model in a run that shows it the drawn sections (`questions=none`), and
are then found again by the fingerprint of these (`questions=RUN`).
Source: ETHIC, section 5.1.
Differs: a model's questions are those of a run, where the original asks GPT-4; without a model, simpler ones by rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.measures.questions import ANSWER_IN_CHUNKS, QUESTION_WRITTEN
from hayrick.prompting import load, showing
from hayrick.protocols import Measure, Passage, Task
from hayrick.records.parameters import Parameters
from hayrick.replies.questions import Written, read_question
from hayrick.tasks.ethic.by_rule import Question, Rule, Words
from hayrick.tasks.ethic.contexts import TEXTS, Limits, Sections, Used, passages_of
from hayrick.tasks.ethic.domains import Domain, domain_of, told
from hayrick.tasks.ethic.drawing import Context, Drawing, Drawn, contexts_of, random_of, row_of
from hayrick.tasks.ethic.options import answers_of, run_given
from hayrick.types import BadInput, Document, Item, Prompt

WRITING: tuple[Measure[Sections, Written], ...] = (ANSWER_IN_CHUNKS, QUESTION_WRITTEN)
ASKED = 5
RULE, NONE = "rule", "none"
REPLY_TOKENS = 2048
"""Of a reply; the rest of what is reserved is for the question."""

_MOST_ASKED, _MOST_CHUNKS = 1_000, 100


class Kind(NamedTuple):
    """One kind of questions.

    Args:
        prompt: that shows the text and asks.
        chunks: sections that a question is about, unless the user says how many.
        apart: whether these are of different documents.
        rule: that makes questions without a model.
        wanted: what a model is to write.
        rule_is: what the rule asks, for readers.
    """

    prompt: str
    chunks: int
    apart: bool
    rule: Rule
    wanted: str
    rule_is: str


class Asking(NamedTuple):
    """A task's questions.

    Args:
        where: the task stands, for errors.
        name: of the task, after "/".
        kind: of questions.
        domain: of the texts.
        used: the texts.
        drawing: how much is drawn.
        source: `rule`, `none`, or the fingerprint of a run.
        known: what a run has written: fingerprint of the drawn sections -> question, None where none could be read.
    """

    where: str
    name: str
    kind: Kind
    domain: Domain
    used: Used
    drawing: Drawing
    source: str
    known: Mapping[str, Written | None]

    @classmethod
    def of(cls, parameters: Parameters, kind: Kind) -> Asking:
        """The parameters `data`, `questions`, `asked`, `chunks`, and those of `Limits`.

        Raises:
            BadInput: a parameter or a file is not what it must be.
        """
        domain, limits, where = domain_of(parameters), Limits.of(parameters), parameters.where
        asked = parameters.whole("asked", ASKED, least=1, most=_MOST_ASKED)
        least = 2 if kind.apart else 1
        chunks = parameters.whole("chunks", kind.chunks, least=least, most=_MOST_CHUNKS)
        given = parameters.text("questions", RULE)
        source, runs = (given, []) if given in (RULE, NONE) else run_given(parameters, "questions", given)
        used = limits.used(domain.read(parameters.paths("data"), where))
        drawing = Drawing(asked, chunks, kind.apart)
        return cls(where, limits.name, kind, domain, used, drawing, source, _read_questions(runs))

    @property
    def signature(self) -> str:
        """All that the questions depend on, on one line."""
        return f"{self.used.limits.signature},{self.drawing.signature},questions:{self.source}"

    @property
    def fingerprint(self) -> dict[str, str]:
        """Dataset -> fingerprint of the texts."""
        return dict.fromkeys(self.used.limits.datasets, self.used.fingerprint)

    @property
    def notes(self) -> list[str]:
        """What the texts are, and where the questions come from."""
        if self.source == RULE:
            return [
                *self.used.notes,
                f"Questions are made by rule: {self.kind.rule_is}. They are no questions of ETHIC.",
            ]
        unread = sum(1 for one in self.known.values() if one is None)
        told = f"{unread} of {len(self.known)} drawn chunks have no readable question and are left out."
        return [*self.used.notes, *([f"Questions are those of a run; {told}"] if self.known else [])]

    def prompt(self, question: str, passages: Sequence[Passage]) -> Prompt:
        """What a model is sent that is shown these sections."""
        values = {"noun": self.domain.noun, "question": question}
        return showing(load(self.kind.prompt), passages, values, heading=self.domain.noun)

    def drawn(self, seed: int) -> list[tuple[Drawn, Question]]:
        """Drawn sections of all texts at all lengths, and the question about them.

        Raises:
            BadInput: there is none, or a run has none for some of them.
        """
        find = self._by_rule if self.source == RULE else self._written
        found = [one for context in self._contexts() for one in find(context, seed)]
        missing = sum(question is None for _, question in found)
        if missing:
            what = f"no question on {missing} of {len(found)} drawn chunks"
            cure = "Make that run with the same data, length, tokenizer, asked, chunks and --seed, and questions=none."
            raise BadInput(self.where, what, "one for each in that run", cure)
        kept = [(drawn, question) for drawn, question in found if question is not None and question.query]
        if not kept:
            apart = " of different documents" if self.drawing.apart else ""
            what = "no question can be made" if self.source == RULE else "no readable question"
            expected = f"texts with {self.drawing.chunks} or more sections{apart} of whole sentences"
            raise BadInput(self.where, what, expected, "Name longer texts, or another run for questions.")
        return kept

    def drawn_alone(self, seed: int) -> list[Drawn]:
        """The same drawn sections, whatever is asked about them.

        Raises:
            BadInput: no text has enough of them.
        """
        found = [one for context in self._contexts() for one in self._draws(context, seed)]
        if not found:
            apart = " of different documents" if self.drawing.apart else ""
            expected = f"texts with {self.drawing.chunks} or more sections{apart}"
            raise BadInput(self.where, "nothing can be drawn", expected, "Name longer texts.")
        return found

    def _contexts(self) -> Iterator[Context]:
        def rendered(documents: Sequence[Document]) -> Prompt:
            return self.prompt("", passages_of(documents))

        return contexts_of(self.used, rendered)

    def _draws(self, context: Context, seed: int) -> list[Drawn]:
        found = context.draws(self.drawing, self.name, seed)
        return [one for one, _ in zip(found, range(self.drawing.asked), strict=False)]

    def _by_rule(self, context: Context, seed: int) -> Iterator[tuple[Drawn, Question | None]]:
        """Sections of which no question can be made are passed over."""
        words, draw = Words(context.shown.sections), random_of(context.shown, f"{self.name}/rule", seed)
        n = 0
        for one in context.draws(self.drawing, self.name, seed):
            made = self.kind.rule(words, [place - 1 for place in one.places], draw)
            if made is not None:
                n += 1
                yield one, made
            if n == self.drawing.asked:
                return

    def _written(self, context: Context, seed: int) -> Iterator[tuple[Drawn, Question | None]]:
        """None where the run has nothing; a blank question where it has a reply that could not be read."""
        for one in self._draws(context, seed):
            if one.key not in self.known:
                yield one, None
            else:
                written = self.known[one.key] or {"question": "", "answer": ""}
                yield one, Question(written["question"], written["answer"], one.sections)


def writing_task(asking: Asking, process: str, *, held: bool) -> Task[Sections, Written]:
    """The task of writing questions: each item is the drawn sections alone.

    Args:
        asking: whose sections are drawn.
        process: cognitive process of the task that the questions are for.
        held: whether an answer should stand in them word for word.
    """

    def items(seed: int) -> list[Item[Sections]]:
        found = asking.drawn_alone(seed)
        return [one.item("", one.sections, _documents(one)) for one in found]

    def prompt(item: Item[Sections], passages: Sequence[Passage]) -> Prompt:
        noun = asking.domain.noun
        values = {"noun": noun, "wanted": asking.kind.wanted}
        return showing(load("write-question"), passages, values, heading=noun)

    return Task(
        name=f"ethic/{asking.name}",
        paper="Lee et al. (2025), ETHIC, section 5.1",
        items=items,
        prompt=prompt,
        parse=lambda item, reply: read_question(reply),
        measures=WRITING if held else WRITING[1:],
        max_tokens=REPLY_TOKENS,
        expected_tokens=60,
        item_row=row_of,
        notes=lambda responses, judgements: asking.notes,
        resample=TEXTS,
        fingerprint=asking.fingerprint,
        signature=asking.signature,
        about=told(asking.domain, process),
    )


def _read_questions(paths: Sequence[Path]) -> Mapping[str, Written | None]:
    """Questions of a run with `questions=none`: fingerprint of the drawn sections -> question; None if unreadable.

    Args:
        paths: responses.jsonl, or the run's folder.

    Raises:
        BadInput: a file is no such thing, or has responses of two systems.
    """
    expected = "a run of this task with questions=none"
    found: dict[str, Written | None] = {}
    for place, key, answer in answers_of(paths, expected):
        if answer is None:
            found.setdefault(key, None)
            continue
        texts = [answer.get(name) for name in ("question", "answer")] if isinstance(answer, dict) else []
        question, said = texts or (None, None)
        if not (isinstance(question, str) and isinstance(said, str)):
            raise BadInput(place, "an answer that is no question", expected)
        found[key] = {"question": question, "answer": said}
    return found


def _documents(drawn: Drawn) -> Sequence[Document]:
    shown = drawn.shown.documents
    return [shown[place - 1] for place in drawn.places]
