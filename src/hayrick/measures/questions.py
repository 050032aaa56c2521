"""Questions that a model writes about parts of a text: whether there is one, and whether its answer stands there."""

from __future__ import annotations

from hayrick.measures.answers import best, is_substring
from hayrick.measures.values import measure_of_answers
from hayrick.protocols import Measure
from hayrick.replies.questions import Written

Drawn = tuple[str, ...]
"""The parts of a text that a question is about."""

ANSWER_IN_CHUNKS: Measure[Drawn, Written] = measure_of_answers(
    name="answer_in_chunks",
    description="whether the words of a written answer stand in a drawn chunk, one after the other",
    value=lambda gold, written: best(lambda text, answer: is_substring(answer, text), gold, written["answer"]),
    main=False,
)
QUESTION_WRITTEN: Measure[Drawn, Written] = measure_of_answers(
    name="question_written",
    description="whether a reply has a question and its answer; for questions that are to be asked themselves",
    value=lambda gold, written: 1.0,
)
