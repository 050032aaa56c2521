"""Puts the answers of several people, to one page or to several, into one file of annotations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hayrick.annotation.questions import AskedSummary
from hayrick.annotation.saved import Answer, Saved
from hayrick.haystacks.labels import ANNOTATIONS, HUMAN_LABELS
from hayrick.types import BadInput

_WORDS: dict[str, str] = {label: word for word, label in HUMAN_LABELS.items()}

_Key = tuple[str, str, str, str]
_Given = tuple[Answer, str]
"""An answer, and the file that has it."""


class Counted(NamedTuple):
    """How much one person labelled: pairs of a summary and an insight that were answered, and that were not."""

    annotator: str
    n_summaries: int
    n: int
    n_unanswered: int


class Merged(NamedTuple):
    """The JSON value of a file of annotations, and who labelled how much of it."""

    summaries: list[dict[str, object]]
    counts: list[Counted]
    n_pairs: int
    n_answered: int
    """Pairs that somebody answered."""

    n_several: int
    """Pairs that at least two people answered."""


@dataclass(slots=True)
class _Merging:
    """A summary with its answers: annotator -> insight -> answer."""

    asked: AskedSummary
    where: str
    answers: dict[str, dict[str, _Given]] = field(default_factory=dict)


def merged(files: Sequence[Saved]) -> Merged:
    """Merge saved files: summaries in the order of the pages, each once, with the labels of everybody asked.

    Several files of one person are one person's, however the name is capitalised; see `annotator_of`, too.

    Raises:
        BadInput: two files of one annotator contradict each other, or two pages ask about other insights of one
            summary.
    """
    found: dict[_Key, _Merging] = {}
    names: dict[str, str] = {}
    for one in files:
        name = names.setdefault(one.annotator.casefold(), one.annotator)
        for number, asked in enumerate(one.questions.summaries):
            key = (asked.topic, asked.subtopic, asked.key, " ".join(" ".join(asked.lines).split()))
            known = found.setdefault(key, _Merging(asked, one.where))
            if (known.asked.insights, known.asked.lines) != (asked.insights, asked.lines):
                found_here = f"other insights or lines of summary {number + 1} than in {known.where}"
                raise BadInput(one.where, found_here, "pages of runs on the same data")
            own = known.answers.setdefault(name, {})
            for insight in asked.insights:
                answer = one.answers.get((number, insight.id))
                if answer is not None:
                    before, where = own.setdefault(insight.id, (answer, one.where))
                    if before != answer:
                        what = f"'{_said(answer)}' of summary {number + 1}, insight '{insight.id}' by '{name}'"
                        cure = "Drop one of the two files, or give two people two names."
                        raise BadInput(one.where, what, f"'{_said(before)}' as in {where}", cure)
    summaries = [_summary(one) for one in found.values()]
    counts = [_counted(name, list(found.values())) for name in names.values()]
    pairs = [
        [of[insight.id] for of in one.answers.values() if insight.id in of]
        for one in found.values()
        for insight in one.asked.insights
    ]
    return Merged(summaries, counts, len(pairs), sum(map(bool, pairs)), sum(len(some) > 1 for some in pairs))


def _summary(one: _Merging) -> dict[str, object]:
    asked = one.asked
    return {
        "topic_fn": asked.topic,
        "subtopic_id": asked.subtopic,
        "subtopic": asked.query,
        "summkey": asked.key,
        "summary": list(asked.lines),
        "reference_insights": [{"insight_id": insight.id, "insight": insight.text} for insight in asked.insights],
        ANNOTATIONS: [
            {
                "annotator": name,
                "labels": [_label(insight.id, of[insight.id][0]) for insight in asked.insights if insight.id in of],
            }
            for name, of in one.answers.items()
        ],
    }


def _label(insight: str, answer: Answer) -> dict[str, object]:
    """A label as SummHay's release has it, which counts people's lines from 0."""
    line = "" if answer.bullet is None else str(answer.bullet - 1)
    return {"insight_id": insight, "coverage": _WORDS[answer.label], "candidate_id": line}


def _counted(name: str, summaries: Sequence[_Merging]) -> Counted:
    asked = [one for one in summaries if name in one.answers]
    n = sum(len(one.answers[name]) for one in asked)
    return Counted(name, len(asked), n, sum(len(one.asked.insights) for one in asked) - n)


def _said(answer: Answer) -> str:
    return answer.label if answer.bullet is None else f"{answer.label}, bullet {answer.bullet}"
