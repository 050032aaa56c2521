"""ETHIC's query-focused summaries: what a text says about one matter, rated beside the drawn sections that say it.

Source: ETHIC, section 5.1 (query-focused summarization on the benchmark's own contexts).
Differs: see `asking`; a summary is rated as in ETHIC's summarizing, since the paper names no measure; our own prompts.

Cognitive process: understand. One section, or as many as `chunks` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hayrick.judges.scales import rating_notes
from hayrick.judges.section_rating import JUDGES as RATING_JUDGES
from hayrick.measures.section_ratings import SECTION_RATINGS, WRITTEN_RATING, Summaries, Texts
from hayrick.protocols import JudgeMaker, Measure, Task
from hayrick.records.parameters import Parameters
from hayrick.tasks.ethic.asking import NONE, REPLY_TOKENS, WRITING, Asking, Kind, writing_task
from hayrick.tasks.ethic.by_rule import matters
from hayrick.tasks.ethic.contexts import TEXTS
from hayrick.tasks.ethic.domains import told
from hayrick.tasks.ethic.drawing import row_of
from hayrick.types import Item, Judgement, Response

RATED: tuple[Measure[Texts, Summaries], ...] = tuple(one for one in SECTION_RATINGS if one != WRITTEN_RATING)
MEASURES: tuple[Measure[Any, Any], ...] = (*RATED, WRITING[1])
JUDGES: dict[str, JudgeMaker[Texts, Summaries]] = dict(RATING_JUDGES)
PROCESS = "understand"
KIND = Kind(
    "summarize-focused",
    1,
    False,
    matters,
    "Write one question about one matter that this speaks of at length, and what it says about that matter, in at most"
    " five sentences, as its answer.",
    "what is said where the text has words that stand in the drawn sections alone",
)


def task(parameters: Parameters) -> Task[Any, Any]:
    """Summaries; the name says of what. `data`, `questions`, `asked`, `chunks`, and the parameters of `Limits`.

    `questions` is `rule`, a run that writes them, or `none`, for such a run.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    asking = Asking.of(parameters, KIND)
    return writing_task(asking, PROCESS, held=False) if asking.source == NONE else _focusing_task(asking)


def _focusing_task(asking: Asking) -> Task[Texts, Summaries]:
    """The task of writing the summaries; gold is the drawn sections, as one text."""

    def items(seed: int) -> list[Item[Texts]]:
        return [
            drawn.item(question.query, ("\n\n".join(drawn.sections),), drawn.shown.documents)
            for drawn, question in asking.drawn(seed)
        ]

    def right(item: Item[Texts]) -> Sequence[str]:
        written = asking.known.get(str(item.tags["section_text"]))
        return (written["answer"],) if written else ()

    def notes(responses: Sequence[Response[Summaries]], judgements: Sequence[Judgement]) -> list[str]:
        return [*asking.notes, *(rating_notes(judgements) if judgements else [])]

    return Task(
        name=f"ethic/{asking.name}",
        paper="Lee et al. (2025), ETHIC, section 5.1",
        items=items,
        prompt=lambda item, passages: asking.prompt(item.query, passages),
        parse=lambda item, reply: {1: reply.strip()} if any(map(str.isalnum, reply)) else None,
        measures=RATED,
        judges=JUDGES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=120,
        stand_in=lambda item: "A summary.",
        item_row=lambda item: row_of(item, right(item)),
        notes=notes,
        resample=TEXTS,
        fingerprint=asking.fingerprint,
        signature=asking.signature,
        right=right,
        about=told(asking.domain, PROCESS),
    )
