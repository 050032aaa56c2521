"""A corpus in which passages are found for a question: hard negatives by a retriever, gold passages by their answers.

Source: HELMET, appendix B.1: negatives come from a real retriever over the corpus of the positives; where no gold
    passage is known, a retrieved passage is positive that holds an answer.
Differs: the retriever and the corpus are the user's choice; a passage holds an answer where the answer's words stand in
    it, not its characters. A passage that holds an answer is no negative, whatever the data say of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hayrick.measures.answers import References, forms_of
from hayrick.protocols import Retriever
from hayrick.tasks.helmet.demonstrations import seed_of
from hayrick.tasks.helmet.passages import Text
from hayrick.tasks.helmet.questions import Question
from hayrick.tokens import tokenizer
from hayrick.types import Document

NEAREST = 100
"""Passages of the corpus, best first, in which a positive one is looked for."""

_DECIDED = ("yes", "no")


class Negative(NamedTuple):
    """A passage that does not answer a question.

    `left_out` counts the passages before it that hold an answer. `found` says whether the retriever ranks it above the
    passages that it knows nothing of, those with the lowest score of all.
    """

    text: Text
    document: Document
    tokens: int
    left_out: int
    found: bool


class Library:
    """Passages of a corpus, and what is found in it.

    Args:
        texts: all different, with distinct ids.
        retriever: scores them for a question.
        encoding: in which tokens are counted.
    """

    def __init__(self, texts: Sequence[Text], retriever: Retriever, encoding: str) -> None:
        self.texts = tuple(texts)
        self.documents = tuple(Document(id=one.id, text=one.shown) for one in self.texts)
        self._retriever, self._tokenizer = retriever, tokenizer(encoding)
        self._tokens: dict[int, int] = {}
        self._places: dict[str, list[int]] = {}
        for place, one in enumerate(self.texts):
            self._places.setdefault(one.title.casefold(), []).append(place)

    def tokens(self, shown: str) -> int:
        """Tokens of a passage with number 1, as a prompt shows it."""
        return self._tokenizer.count(paragraph(1, shown))

    def ranking(self, question: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Places of all passages, best first, and the score at each place; equal ones in an order of the question."""
        scores = np.asarray(self._retriever.scores(question, self.documents), dtype=np.float64)
        shuffled = np.random.default_rng(seed_of(question)).permutation(len(scores))
        return shuffled[np.argsort(-scores[shuffled], kind="stable")], scores

    def gold(self, question: Question, whole: bool) -> tuple[Text, ...]:
        """Passages that answer a question; none where the corpus holds none.

        Args:
            question: its own gold passages come first; then those under its titles, those that were found for it, and
                the nearest of the corpus, of which one that holds an answer is taken.
            whole: all of its own gold passages, as questions need that ask for two facts; else one of them.
        """
        if question.gold:
            holding = [one for one in question.gold if holds(one.shown, question.answers)]
            return question.gold if whole else (*holding, *question.gold)[:1]
        titled = [place for title in question.titles for place in self._places.get(title.casefold(), ())]
        known = [*(self.texts[place] for place in titled), *question.others]
        for one in known:
            if holds(one.shown, question.answers):
                return (one,)
        for place in self.ranking(question.text)[0][:NEAREST]:
            if holds(self.texts[place].shown, question.answers):
                return (self.texts[place],)
        return ()

    def negatives(self, question: Question, shown: Sequence[Text] = ()) -> Iterator[Negative]:
        """Passages that do not answer a question, the hardest first; those that are shown as gold are not counted."""
        gold = {one.shown for one in (*question.gold, *shown)}
        order, scores = self.ranking(question.text)
        lowest, left_out = scores.min(initial=0.0), 0
        for place in order.tolist():
            text = self.texts[place]
            if text.shown in gold:
                continue
            if holds(text.shown, question.answers):
                left_out += 1
                continue
            if place not in self._tokens:
                self._tokens[place] = self.tokens(text.shown)
            found = bool(scores[place] > lowest)
            yield Negative(text, self.documents[place], self._tokens[place], left_out, found)


def pool_of(questions: Iterable[Question]) -> list[Text]:
    """All passages of the questions, each once, with ids of their own."""
    found = dict.fromkeys((one.title, one.text) for asked in questions for one in (*asked.gold, *asked.others))
    return [Text(str(number), title, text) for number, (title, text) in enumerate(found, start=1)]


def holds(shown: str, answers: References) -> bool:
    """Whether the words of an answer stand in a passage; yes and no are not looked for."""
    passage = _padded(shown)
    return any(
        ours.strip() and ours in theirs
        for answer in answers
        if answer.casefold() not in _DECIDED
        for ours, theirs in zip(_padded(answer), passage, strict=True)
    )


def are_decided(answers: References) -> bool:
    """Whether all answers are yes or no, which no passage need hold."""
    return all(answer.casefold() in _DECIDED for answer in answers)


def paragraph(number: int, shown: str) -> str:
    """A passage as a prompt shows it."""
    return f"Passage {number}:\n{shown}\n\n"


@lru_cache(maxsize=1 << 16)
def _padded(text: str) -> tuple[str, ...]:
    return tuple(f" {form} " for form in forms_of(text))
