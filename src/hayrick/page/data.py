"""What the page drills down into: items, units, documents and answers, each stored once, packed by dataset.

A block is compact JSON in gzip in base64, which is no markup whatever a text says. The block `index` is small; those of
the datasets are unpacked when they are first looked at.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hayrick.attribution import Attributor
from hayrick.estimates import mean_of
from hayrick.page.addresses import asked, content_of
from hayrick.page.answering import Answering, SystemKey, key_of
from hayrick.page.views import Source, SourceTask, on_one_line
from hayrick.protocols import AnyMeasure
from hayrick.records.write_files import to_json
from hayrick.replies.classes import CLASS
from hayrick.report.linked import evidence_of
from hayrick.report.nearest import Nearest, answer_of
from hayrick.report.reasons import reason_in_words
from hayrick.report.states import (
    CONTRADICTED,
    NO_ANSWER,
    Judged,
    State,
    all_states,
    insights_of,
    question_of,
    response_key,
)
from hayrick.report.system_rows import columns_of
from hayrick.reporting import answers_of
from hayrick.types import DOCUMENTS_SHOWN, Document, Item, Judgement, Score

MOST_TEXT = 8_000_000
"""Characters of the documents of one dataset; those of a larger one are left out, and the page says so."""

MOST_UNITS = 500
"""Judged units of one answer that are stored, where they are no insights of the item."""

WHOLE, PARTLY, MISSED, AGAINST, SILENT, UNJUDGED = range(6)
"""What became of an insight or an item in an answer, as blocks have it."""

_DIGITS = 4
Value = dict[str, Any]


def blocks(sources: Sequence[Source], systems: Mapping[SystemKey, Answering]) -> dict[str, str]:
    """Name of each block -> its packed content; none where no source has its data."""
    numbers = {key: number for number, key in enumerate(systems)}
    people = {key: labels for source in sources for key, labels in source.people.items()}
    sets: dict[tuple[str, str, str], _Set] = {}
    tasks: dict[str, Value] = {}
    for number, source in enumerate(sources):
        for task in source.tasks:
            if task.task is not None and task.judged:
                tasks.setdefault(task.name, _task(task))
                _add(sets, number, task, numbers, people)
    if not sets:
        return {}
    names = list(tasks)
    index = {
        "sources": [one.name for one in sources],
        "systems": [list(one) for one in systems.values()],
        "tasks": list(tasks.values()),
        "sets": [one.entry(names) for one in sets.values()],
    }
    return {
        "index": packed(index),
        **{f"set-{number}": packed(one.value()) for number, one in enumerate(sets.values())},
    }


def packed(value: object) -> str:
    """JSON of a value in gzip in base64; the same text for the same value."""
    content = to_json(value).encode("utf-8")
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode("ascii")


def _task(task: SourceTask) -> Value:
    columns = task.reporting.columns
    return {
        "name": task.name,
        "dataset": columns.dataset,
        "group": columns.group,
        "unit": columns.unit,
        "insights": any(insights_of(item) is not None for item in task.items),
        "measures": [[one.name, one.heading or one.name, one.is_fraction, one.main] for one in _measures(task)],
    }


def _measures(task: SourceTask) -> list[AnyMeasure]:
    return columns_of(task.reporting.measures)


@dataclass(slots=True)
class _Set:
    """One dataset with the answers of all sources to it."""

    task: str
    name: str
    items: list[Value] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    places: dict[tuple[str, int], int] = field(default_factory=dict)
    """(id, hash of the text) of a document -> its number."""

    known: dict[tuple[str, str, str], int] = field(default_factory=dict)
    """Key of an item -> its number."""

    of_item: dict[tuple[str, str, str], Mapping[str, int]] = field(default_factory=dict)
    """Key of an item -> places of its documents by their ids."""

    n_answers: int = 0

    def entry(self, tasks: Sequence[str]) -> Value:
        return {
            "task": tasks.index(self.task),
            "name": self.name,
            "items": len(self.items),
            "answers": self.n_answers,
            "omitted": self._is_large(),
        }

    def value(self) -> Value:
        is_large = self._is_large()
        texts = [["" if is_large else one.text, one.id, one.title or ""] for one in self.documents]
        return {"documents": texts, "items": self.items}

    def _is_large(self) -> bool:
        return sum(len(one.text) for one in self.documents) > MOST_TEXT

    def placed(self, item: Item[Any]) -> Mapping[str, int]:
        """Id of each document of an item -> its place."""
        if item.key not in self.of_item:
            self.of_item[item.key] = {one.id: self.place(one) for one in item.documents}
        return self.of_item[item.key]

    def place(self, document: Document) -> int:
        key = document.id, hash(document.text)
        if key not in self.places:
            self.places[key] = len(self.documents)
            self.documents.append(document)
        return self.places[key]


def _add(
    sets: dict[tuple[str, str, str], _Set],
    source: int,
    task: SourceTask,
    numbers: Mapping[SystemKey, int],
    people: Mapping[tuple[str, str], Mapping[str, Sequence[tuple[str, int | None]]]],
) -> None:
    """Add the items and answers of one task of a source to the sets."""
    of_dataset: dict[str, _Set] = {}
    attributors: dict[int, Attributor] = {}
    for dataset, items in asked(task).items():
        made = sets.setdefault((task.name, dataset, content_of(items)), _Set(task.name, dataset))
        of_dataset[dataset] = made
        for item in items:
            if item.key not in made.known:
                made.known[item.key] = len(made.items)
                made.items.append(_item(task, item, made, attributors))
    values = _values(task)
    assert task.task is not None
    states = all_states(task.task, task.judged, task.scores)
    for judged, (item, response, found) in zip(task.judged, states, strict=True):
        made = of_dataset[item.dataset]
        answer = _answer(judged, found, made)
        answer["s"] = numbers[key_of(source, response)]
        if labels := people.get((item.group, on_one_line(response.reply))):
            answer["people"] = [labels.get(one.unit or "") for one in found]
        if of_response := values.get(response_key(response)):
            answer["v"] = of_response
        made.items[made.known[item.key]]["answers"].append(answer)
        made.n_answers += 1


def _item(task: SourceTask, item: Item[Any], made: _Set, attributors: dict[int, Attributor]) -> Value:
    at = made.placed(item)
    value: Value = {
        "id": item.id,
        "group": item.group,
        "query": question_of(item),
        "tags": {name: str(one) for name, one in item.tags.items()},
        "documents": [made.place(one) for one in item.documents],
        "answers": [],
    }
    insights = insights_of(item)
    if insights is None:
        value["right"] = list(answers_of(task.task, item)) if task.task else []
        return value
    attributor = attributors.get(id(item.documents)) or Attributor(item.documents)
    attributors[id(item.documents)] = attributor
    value["units"] = [
        {
            "id": one.id,
            "text": one.text,
            "evidence": [
                [at[each.place.document], each.sentence, _rounded(each.probability), each.by]
                for each in evidence_of(item, one, attributor)
            ],
        }
        for one in insights
    ]
    return value


def _values(task: SourceTask) -> dict[tuple[object, ...], dict[str, list[float | None]]]:
    """Response -> variant -> mean of each measure that tables show."""
    number = {one.name: place for place, one in enumerate(_measures(task))}
    rows: dict[int, list[Score]] = {}
    for one in task.scores:
        if one.measure in number and one.value is not None:
            rows.setdefault(id(one.response), []).append(one)
    found: dict[tuple[object, ...], dict[str, list[list[Score]]]] = {}
    for given in rows.values():
        response = given[0].response
        by_variant = found.setdefault(response_key(response), {})
        for variant in dict.fromkeys([*by_variant, response.variant]):
            cells = by_variant.setdefault(variant, [[] for _ in number])
            if variant == response.variant:
                for one in given:
                    cells[number[one.measure]].append(one)
    return {
        key: {variant: [_rounded(mean_of(one)) for one in cells] for variant, cells in of.items()}
        for key, of in found.items()
    }


def _answer(judged: Judged, states: Sequence[State], made: _Set) -> Value:
    item, response, judgements = judged
    at = made.placed(item)
    value: Value = {}
    if isinstance(kind := response.extra.get(CLASS), str):
        value["class"] = kind
    if insights_of(item) is None:
        state = states[0]
        said = answer_of(response)
        value |= {"state": _state(state), "value": _rounded(state.value), "reply": said.text if said else ""}
        units = [_unit(one) for one in (judgements or ())[:MOST_UNITS]]
        return value | ({"units": units} if units else {})
    if isinstance(shown := response.extra.get(DOCUMENTS_SHOWN), list | tuple):
        value["shown"] = [at[one] for one in shown if one in at]
    bullets = response.answer.written if response.answer else ()
    judged_to = len(bullets) - response.n_unread
    value["bullets"] = [
        [one.id, one.text, sorted(at[each] for each in one.cites if each in at), sorted(one.unknown), place < judged_to]
        for place, one in enumerate(bullets)
    ]
    if not bullets and response.reply:
        value["reply"] = response.reply
    nearest = Nearest(response)
    value["judged"] = [_treated(one, nearest) for one in states]
    return value


def _state(state: State) -> int:
    if state.why == NO_ANSWER:
        return SILENT
    if state.why == CONTRADICTED:
        return AGAINST
    return {"whole": WHOLE, "partly": PARTLY, "missed": MISSED, "unjudged": UNJUDGED}[state.kind]


def _treated(state: State, nearest: Nearest) -> list[object]:
    """State, value, id of the linked or else nearest bullet, whether it is linked, and the judge's reason."""
    code, judgement = _state(state), state.judgement
    link = judgement.link if judgement and code in (WHOLE, PARTLY) else None
    bullet = next((one.text for one in nearest.bullets if one.id == link), None)
    is_linked = bullet is not None
    said = None if is_linked or state.insight is None else nearest.to(state.insight.text)
    insight = state.insight.text if state.insight else ""
    reason = reason_in_words(judgement.reason, insight, bullet) if judgement and judgement.reason else None
    if reason is None and code == UNJUDGED:
        reason = judgement.unparsed.reason if judgement and judgement.unparsed else "no judgement"
    return [code, _rounded(state.value), link if is_linked else said.bullet if said else None, is_linked, reason]


def _unit(one: Judgement) -> list[object]:
    reason = one.reason or (one.unparsed.reason if one.unparsed else None)
    return [one.unit, one.about, one.label, _rounded(one.value), reason]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
