"""HELMET's passage re-ranking: the best of as many passages as fill a length in tokens, for a query.

Source: HELMET, appendix B.3: passages balanced by relevance, in random order, three orders a query; nDCG@10; replies of
    at most 200 tokens.
Differs: the passages are the user's, and as many as fit the length (cl100k by default), not a fixed number. They come
    in rounds of one a relevance, until relevances are used up; how the original's files were balanced is not published.
    Passages are numbered from 1 on, at random, and not by ids of their collection. The ten best are asked for, not a
    ranking of all, since nDCG@10 looks at no more. No worked examples, where it has two; our own prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

import numpy as np

from hayrick.measures.ranking import NDCG_10, RELEASED_NDCG_10, Grades, Ranking, normalised_gain
from hayrick.prompting import Template, load, one_line, prompt_tokens, showing
from hayrick.prompting.fitting import Counts, added_tokens, number_that_fits, told
from hayrick.protocols import Known, Measure, Passage, Resample, Task
from hayrick.records.files import a_type, fingerprint_file, read_jsonl
from hayrick.records.parameters import Parameters, size_name
from hayrick.replies.rankings import read_ranking
from hayrick.types import BadInput, Document, Item, Judgement, Prompt, Response

NAME = "helmet/rerank"
MEASURES: tuple[Measure[Grades, Ranking], ...] = (NDCG_10, RELEASED_NDCG_10)
REPLY_TOKENS = 200
ORDERS = 3
RESAMPLE = Resample(groups_note="Intervals resample queries; the orders of a query's passages are one group.")

_QUERY = {"query": "query", "id": "id", "qid": "id", "passages": "passages", "ctxs": "passages"}
_PASSAGE = {"id": "id", "text": "text", "relevance": "relevance", "label": "relevance"}
"""Columns of the file -> what they hold; the second name is that of the original's files."""


class Graded(NamedTuple):
    """A passage and its relevance to the query, >= 0."""

    id: str
    text: str
    relevance: float


class Query(NamedTuple):
    """A query, its passages, and the line of the file that it stands on."""

    where: str
    id: str
    text: str
    passages: list[Graded]


def task(parameters: Parameters) -> Task[Grades, Ranking]:
    """Re-ranking; `data` (a JSONL file), `length` (8k), `n` queries a length (100), `tokenizer`.

    A line of the file is a query: `query`, `passages`, and `id` if it has one. A passage has `id`, `text` and
    `relevance`, a number from 0 on. `qid`, `ctxs` and `label` are other names for `id`, `passages` and `relevance`.

    Raises:
        BadInput: a parameter or the file is not what it must be.
    """
    lengths, n = parameters.sizes("length", "8k"), parameters.whole("n", 100, least=1)
    files = parameters.paths("data")
    if len(files) > 1:
        raise BadInput(f"task '{parameters.spec}'", f"{len(files)} files", "one file", "Join them, or run each alone.")
    queries = read_queries(files[0])
    template, encoding = load("rerank"), parameters.encoding()
    settings = [_Setting(length, template, encoding) for length in lengths]

    def items(seed: int) -> list[Item[Grades]]:
        chosen = Random(f"{NAME}/{seed}").sample(range(len(queries)), min(n, len(queries)))
        return [
            item for setting in settings for place in sorted(chosen) for item in _items(setting, queries[place], seed)
        ]

    return Task(
        name=NAME,
        paper="Yen et al. (2025), HELMET, appendix B.3",
        items=items,
        prompt=lambda item, passages: _prompt(template, item.query, passages),
        parse=lambda item, reply: read_ranking(reply),
        measures=MEASURES,
        known=lambda item: Known(grades=tuple(item.gold.values())),
        max_tokens=REPLY_TOKENS,
        expected_tokens=30,
        notes=_notes,
        resample=RESAMPLE,
        fingerprint={setting.dataset: fingerprint_file(files[0]) for setting in settings},
        signature=f"lengths:{'+'.join(map(str, lengths))},n:{n},orders:{ORDERS}{told(encoding)}",
    )


def read_queries(path: Path) -> list[Query]:
    """Read queries with graded passages.

    Raises:
        BadInput: a line is laid out otherwise, an id occurs twice, a relevance is negative, or a query has no relevant
            passage or none that is less relevant than others.
    """
    found: dict[str, Query] = {}
    for number, (where, row) in enumerate(read_jsonl(path), start=1):
        cells = _cells(row, _QUERY, ("query", "passages"), where)
        id = str(cells.get("id", number))
        if id in found:
            raise BadInput(where, f"query '{id}' again, after {found[id].where}", "every id once")
        text = _text(cells["query"], "query", where)
        found[id] = Query(where, id, text, _passages(cells["passages"], where))
    return list(found.values())


def _passages(given: object, where: str) -> list[Graded]:
    if not isinstance(given, list) or not given:
        raise BadInput(where, "no passages", "a list of passages")
    found: dict[str, Graded] = {}
    for number, row in enumerate(given, start=1):
        place = f"{where}: passages[{number}]"
        if not isinstance(row, dict):
            raise BadInput(place, a_type(row), "an object with id, text and relevance")
        cells = _cells(row, _PASSAGE, ("id", "text", "relevance"), place)
        id, relevance = str(cells["id"]), cells["relevance"]
        if id in found:
            raise BadInput(place, f"passage '{id}' again", "every id once a query", "Leave one of them out.")
        if isinstance(relevance, bool) or not isinstance(relevance, int | float) or relevance < 0:
            cure = "Write judgements below 0 as 0."
            raise BadInput(place, f"relevance {relevance!r}"[:60], "a number from 0 on", cure)
        found[id] = Graded(id, _text(cells["text"], "text", place), float(relevance))
    if len({one.relevance for one in found.values()}) < 2:
        cure = "Leave the query out: every ranking of it has the same value."
        raise BadInput(where, "passages of one relevance", "two relevances or more", cure)
    return list(found.values())


def _cells(row: Mapping[str, object], names: Mapping[str, str], needed: Sequence[str], where: str) -> dict[str, object]:
    """Cells of a row by what they hold."""
    found: dict[str, object] = {}
    for name, value in row.items():
        if names.get(name, name) in found or name not in names:
            raise BadInput(where, f"unknown column '{name}'", f"{', '.join(names)}", "Leave it out, or rename it.")
        found[names[name]] = value
    for name in needed:
        if name not in found:
            raise BadInput(where, f"no column '{name}'", f"{', '.join(needed)}")
    return found


def _text(value: object, name: str, where: str) -> str:
    if not isinstance(value, str) or not (shown := one_line(value)):
        raise BadInput(where, f"{name} {value!r}"[:60], "a text that is not empty")
    return shown


class _Setting(NamedTuple):
    """A length, what it is counted in, and the template of its prompts."""

    length: int
    template: Template
    encoding: str

    @property
    def size(self) -> str:
        """The length as users write it."""
        return size_name(self.length)

    @property
    def dataset(self) -> str:
        """Name of the stratum."""
        return f"rerank@{self.size}"


def _items(setting: _Setting, query: Query, seed: int) -> list[Item[Grades]]:
    """The orders of as many passages of a query as fill the length."""
    draw = Random(f"{NAME}/{seed}/{query.id}")
    passages = _rounds(query.passages, draw)
    state = draw.getstate()

    def made(n: int) -> list[Item[Grades]]:
        draw.setstate(state)
        return list(_orders(setting, query, passages[:n], draw))

    def recounted(n: int) -> int:
        return max(_prompt_tokens(setting, query.text, [one.text for one in item.documents]) for item in made(n))

    return made(_number_that_fits(setting, query, passages, recounted))


def _orders(setting: _Setting, query: Query, shown: Sequence[Graded], draw: Random) -> Iterator[Item[Grades]]:
    numbers = draw.sample(range(1, len(shown) + 1), len(shown))
    for order in range(1, ORDERS + 1):
        pairs = draw.sample([*zip(numbers, shown, strict=True)], len(shown))
        yield Item(
            dataset=setting.dataset,
            group=query.id,
            id=f"{setting.size}-{query.id}-{order}",
            query=query.text,
            gold={str(number): passage.relevance for number, passage in pairs},
            documents=tuple(Document(id=one.id, text=_paragraph(number, one.text)) for number, one in pairs),
            tags={"length": setting.length, "passages": len(shown), "passage_order": order},
            share=1 / ORDERS,
        )


def _rounds(passages: Sequence[Graded], draw: Random) -> list[Graded]:
    """Passages in rounds of one of each relevance that is left, drawn and shuffled within each round."""
    levels: dict[float, list[Graded]] = {}
    for one in passages:
        levels.setdefault(one.relevance, []).append(one)
    left = [draw.sample(level, len(level)) for _, level in sorted(levels.items())]
    found: list[Graded] = []
    while left:
        members = [level.pop() for level in left]
        found += draw.sample(members, len(members))
        left = [level for level in left if level]
    return found


def _number_that_fits(
    setting: _Setting, query: Query, passages: Sequence[Graded], recounted: Callable[[int], int]
) -> int:
    """As many passages as fit with the query and the reply; tokens never reach from one paragraph to the next.

    Args:
        setting: the length.
        query: that the passages belong to.
        passages: in rounds.
        recounted: tokens of the longest prompt of the first so many of them, asked where sums are not exact.
    """
    around = _tokens_around(setting, query.text)
    room = setting.length - REPLY_TOKENS - around
    texts = _tokens([_paragraph(0, one.text) for one in passages], setting.encoding)
    short = _tokens([_paragraph(number, "a") for number in range(len(passages) + 1)], setting.encoding)
    sums = np.cumsum([0, *(texts + short[1:] - short[0])])
    n_levels = len({one.relevance for one in passages})
    n = number_that_fits(sums, room, setting.encoding, lambda n: recounted(n) - around)
    where, found = f"{query.where}: query '{query.id}'", f"length {setting.length}"
    if n == len(passages):
        tokens = setting.length - room + int(sums[-1])
        cure = "Give a smaller length, more passages, or leave the query out."
        raise BadInput(where, f"only {tokens:,} tokens with all {n} passages", f"more than {setting.length:,}", cure)
    if max(texts[:n_levels]) > room:
        longest = int(np.argmax(texts[:n_levels]))
        what = f"{found}, and passage '{passages[longest].id}' has {texts[longest]:,} tokens"
        raise BadInput(where, what, f"passages of at most {max(room, 0):,}", "Give a greater length, or split it.")
    if n < n_levels:
        expected = f"room for one passage of each of {n_levels} relevances"
        raise BadInput(where, found, expected, "Give a greater length.")
    return n


def _tokens(paragraphs: Sequence[str], encoding: str) -> Counts:
    """Tokens of each paragraph and the blank line after it."""
    return added_tokens("x\n\n", [f"{paragraph}\n" for paragraph in paragraphs], encoding)


def _tokens_around(setting: _Setting, query: str) -> int:
    """Tokens of a prompt without its passages."""
    only = _paragraph(1, "a.")
    return _prompt_tokens(setting, query, [only]) - int(_tokens([only], setting.encoding)[0])


def _prompt_tokens(setting: _Setting, query: str, paragraphs: Sequence[str]) -> int:
    passages = [Passage(document=str(place), position=place, text=one) for place, one in enumerate(paragraphs, start=1)]
    return prompt_tokens(_prompt(setting.template, query, passages), setting.encoding)


def _prompt(template: Template, query: str, passages: Sequence[Passage]) -> Prompt:
    return showing(template, passages, {"query": query})


def _paragraph(number: int, text: str) -> str:
    """A passage as it is shown; the prompt adds the second line break after it."""
    return f"[{number}] {text}\n"


def _notes(responses: Sequence[Response[Ranking]], judgements: Sequence[Judgement]) -> list[str]:
    """What the order shown would score, and how many rankings name ids that do not exist, or one again."""
    items = {one.item.key: cast(Item[Grades], one.item) for one in responses}
    floors = [normalised_gain([*item.gold.values()], item.gold.values()) or 0.0 for item in items.values()]
    answers = [(items[one.item.key], one.answer) for one in responses if one.answer is not None]
    unknown = sum(any(id not in item.gold for id in answer) for item, answer in answers)
    repeated = sum(len(set(answer)) < len(answer) for _, answer in answers)
    notes = [f"In the order shown, the passages score {100 * sum(floors) / max(1, len(floors)):.1f} % of ndcg@10."]
    if unknown or repeated:
        notes.append(f"{unknown} rankings name a number that no passage has, {repeated} name one again.")
    return notes
