"""HELMET's generation with citations: ASQA and QAMPARI of ALCE, answered from numbered passages that fill a length.

Source: HELMET, appendix B.2; ALCE (Gao et al., 2023): string recall of texts, recall of lists at five answers, citation
    recall and precision; replies of at most 300 tokens; passages as ranked by a dense retriever (GTR over Wikipedia).
Differs: as many passages as fit the length, not a fixed number, the best first; `docs` gives a number. Passages are
    those of the data file, or found by any retriever in a corpus of the user's. No worked examples, where HELMET has
    two; our own prompts. How replies are read and scored differs as `replies.statements`, `measures.support` and
    `measures.wanted` say; `compat=helmet` reads and scores as HELMET does at commit 4526dfb. Support is decided by a
    judge of the user's choice, where the originals have one model; fluency (MAUVE) is not measured, as in HELMET.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hayrick.judges.support.catalogue import JUDGES
from hayrick.measures.support import MARKS_MOVED, support_measures
from hayrick.measures.wanted import Wanted, list_measures, text_measures
from hayrick.protocols import Measure, Resample, Task
from hayrick.records.parameters import Parameters
from hayrick.replies.statements import (
    CitedAnswer,
    read_list,
    read_statements,
    released_items,
    released_list,
    released_reply,
    released_statements,
    released_text,
)
from hayrick.tasks.helmet.alce_items import REPLY_TOKENS, Plan
from hayrick.tasks.helmet.alce_rows import ReadWanted, names_of, pairs_of
from hayrick.types import BadInput, Item, Judgement, Response

AnyMeasure = Measure[Wanted, CitedAnswer]

HELMET = "helmet"
RESAMPLE = Resample(across_datasets=True, groups_note="Intervals resample questions.")
_CITED: tuple[AnyMeasure, ...] = (*support_measures(unmoved=True), MARKS_MOVED)
MEASURES: tuple[AnyMeasure, ...] = (*text_measures(), *list_measures(), *_CITED)


class Kind(NamedTuple):
    """What is asked for.

    `wanted` reads the wanted answers of a row. `read` and `released` read a reply, given the question and the number of
    passages: ours, and the original's way. `measures` are of the answers, given whether they are the original's.
    """

    template: str
    wanted: ReadWanted
    read: Callable[[str, str, int], CitedAnswer]
    released: Callable[[str, str, int], CitedAnswer]
    measures: Callable[..., tuple[AnyMeasure, ...]]


def _released_text(reply: str, question: str, n: int) -> CitedAnswer:
    text, found = released_text(released_reply(reply)), released_statements(reply, n)
    return CitedAnswer(text=text, statements=found, unmoved=found)


def _released_list(reply: str, question: str, n: int) -> CitedAnswer:
    found, items = released_list(reply, question, n), tuple((one,) for one in released_items(reply))
    return CitedAnswer(text=released_text(released_reply(reply)), statements=found, unmoved=found, items=items)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "helmet/alce_asqa": Kind(
            "cite-text", pairs_of, lambda reply, question, n: read_statements(reply, n), _released_text, text_measures
        ),
        "helmet/alce_qampari": Kind("cite-list", names_of, read_list, _released_list, list_measures),
    }
)
"""Name of a task -> what it asks for."""


def task(parameters: Parameters) -> Task[Wanted, CitedAnswer]:
    """Answers with citations; the name of the task says of which data set.

    Parameters: `data`, a file of ALCE's layout (`alce_rows`); `length` (8k; several with commas between them), or
    `docs`, a number of passages; `n` questions a length (100); `corpus`, files or folders of passages, and `retriever`
    (bm25), which finds them for each question; without a corpus they are those of the data file. `words`, the most
    words of a passage of the corpus, for texts to be cut; `compat=helmet` scores as the original; `tokenizer`.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    kind = KINDS[parameters.spec.partition("?")[0]]
    compat = parameters.text("compat", "")
    if compat not in ("", HELMET):
        raise BadInput(parameters.where, f"compat '{compat}'", f"{HELMET}, or none")
    plan, released = Plan.of(parameters, kind.template, kind.wanted), compat == HELMET

    def parsed(item: Item[Wanted], reply: str) -> CitedAnswer | None:
        if not any(map(str.isalnum, reply)):
            return None
        return (kind.released if released else kind.read)(reply, item.query, len(item.documents))

    cited = support_measures(unmoved=False, skips=True) if released else _CITED
    return Task(
        name=plan.name,
        paper="Yen et al. (2025), HELMET, appendix B.2; Gao et al. (2023), ALCE",
        items=plan.items,
        prompt=lambda item, passages: plan.prompt(item.query, passages),
        parse=parsed,
        measures=(*cited, *kind.measures(released=released)),
        judges=JUDGES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=120,
        stand_in=lambda item: "First statement of an answer [1]. Second statement [2]. Third statement [3].",
        notes=_notes,
        resample=RESAMPLE,
        fingerprint=dict.fromkeys(plan.datasets, plan.fingerprint),
        signature=f"{plan.signature},rules:{'helmet@4526dfb' if released else 'ours.v1'}",
    )


def _notes(responses: Sequence[Response[CitedAnswer]], judgements: Sequence[Judgement]) -> list[str]:
    """How many marks were moved, and how many citations are of documents that do not exist or beyond what is judged."""
    answers = [one.answer for one in responses if one.answer is not None]
    moved = [one.moved for one in answers if one.moved]
    further = sum(statement.further for one in answers for statement in one.statements)
    notes = []
    if moved:
        notes.append(
            f"{len(moved)} of {len(responses)} replies cite after a full stop: {sum(moved)} groups of marks were moved"
            " to their sentence; measures in .unmoved leave them where they stand."
        )
    if further:
        notes.append(f"{further} citations are of documents that do not exist, or beyond the first ten of a statement.")
    return notes
