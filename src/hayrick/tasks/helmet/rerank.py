"""HELMET's passage re-ranking: the best of as many passages as fill a length in tokens, for a query.

Source: HELMET, appendix B.3: passages balanced by relevance, in random order, three orders a query; nDCG@10; replies of
    at most 200 tokens.
Differs: the passages are the user's, and as many as fit the length (cl100k by default), not a fixed number. They come
    in rounds of one a relevance, until relevances are used up; how the original's files were balanced is not published.
    Passages are numbered from 1 on, at random, and not by ids of their collection. The ten best are asked for, not a
    ranking of all, since nDCG@10 looks at no more. Two worked examples, as there, drawn by a hash of its id, but
    of the file's other queries and of five passages each; the original has a file of its own and ten. Our own prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, cast

import numpy as np

from hayrick.measures.ranking import NDCG_10, RELEASED_NDCG_10, Grades, Ranking, normalised_gain
from hayrick.prompting import Template, load, prompt_tokens, showing
from hayrick.prompting.fitting import Counts, added_tokens, number_that_fits, told
from hayrick.protocols import Known, Measure, Passage, Resample, Task
from hayrick.records.parameters import MOST_SHOTS, Parameters, size_name
from hayrick.records.read_files import fingerprint_file
from hayrick.replies.rankings import read_ranking
from hayrick.tasks.helmet.demonstrations import drawn_demos
from hayrick.tasks.helmet.rerank_rows import Graded, Query, read_queries
from hayrick.text import seeded
from hayrick.types import BadInput, Document, Item, Prompt, Response

NAME = "helmet/rerank"
MEASURES: tuple[Measure[Grades, Ranking], ...] = (NDCG_10, RELEASED_NDCG_10)
REPLY_TOKENS = 200
ORDERS = 3
SHOTS = 2
EXAMPLE_PASSAGES = 5
RESAMPLE = Resample(
    across_datasets=True, groups_note="Intervals resample queries; the orders of a query's passages are one group."
)


def task(parameters: Parameters) -> Task[Grades, Ranking]:
    """Re-ranking.

    Parameters: `data` (a JSONL file); `length` (8k); `n` queries a length (100); `shots`, worked examples in each
    prompt (2; fewer where there are fewer other queries); `tokenizer`.

    A line of the file is a query: `query`, `passages`, and `id` if it has one. A passage has `id`, `text` and
    `relevance`, a number from 0 on. `qid`, `ctxs` and `label` are other names for `id`, `passages` and `relevance`.

    Raises:
        BadInput: a parameter or the file is not what it must be.
    """
    lengths, n = parameters.sizes("length", "8k"), parameters.whole("n", 100, least=1)
    files = parameters.paths("data")
    if len(files) > 1:
        raise BadInput(parameters.where, f"{len(files)} files", "one file", "Join them, or run each alone.")
    queries = read_queries(files[0])
    template, encoding = load("rerank"), parameters.encoding()
    examples = _Examples(queries, parameters.whole("shots", SHOTS, least=0, most=MOST_SHOTS))
    settings = [_Setting(length, template, encoding, examples) for length in lengths]

    def items(seed: int) -> list[Item[Grades]]:
        chosen = seeded(f"{NAME}/{seed}").sample(range(len(queries)), min(n, len(queries)))
        return [
            item for setting in settings for place in sorted(chosen) for item in _items(setting, queries[place], seed)
        ]

    return Task(
        name=NAME,
        paper="Yen et al. (2025), HELMET, appendix B.3",
        items=items,
        prompt=lambda item, passages: _prompt(template, item.query, examples.before(item.group), passages),
        parse=lambda item, reply: read_ranking(reply),
        measures=MEASURES,
        known=lambda item: Known(grades=tuple(item.gold.values())),
        max_tokens=REPLY_TOKENS,
        expected_tokens=30,
        notes=lambda responses, judgements: [*_notes(responses), *examples.notes()],
        resample=RESAMPLE,
        fingerprint={setting.dataset: fingerprint_file(files[0]) for setting in settings},
        signature=f"lengths:{'+'.join(map(str, lengths))},n:{n},orders:{ORDERS},shots:{examples.shots}{told(encoding)}",
        right=lambda item: (),
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Examples:
    """Other queries of the file with some of their passages and the right ranking."""

    queries: Sequence[Query]
    shots: int
    _before: dict[str, str] = field(default_factory=dict)

    def before(self, id: str) -> str:
        """The examples before a query, as a prompt shows them; "" where there are none."""
        if id not in self._before:
            self._before[id] = "".join(map(_example, self._chosen(id))) if self.shots else ""
        return self._before[id]

    def _chosen(self, id: str) -> list[Query]:
        asked = {one.text.casefold() for one in self.queries if one.id == id}
        others = [one for one in self.queries if one.text.casefold() not in asked]
        return [others[place] for place in drawn_demos(id, [one.text.casefold() for one in others])][: self.shots]

    def notes(self) -> Iterator[str]:
        """A note where there are too few queries for the worked examples that were asked for."""
        n = len({one.text.casefold() for one in self.queries}) - 1
        if n < self.shots:
            yield f"Prompts show {n} of {self.shots} worked examples: the file has {n} other queries to take them from."


def _example(query: Query) -> str:
    """The first few passages of a query as an item shows them; of equal ones the first shown is ranked first."""
    draw = seeded(f"{NAME}/example/{query.id}")
    shown = _rounds(query.passages, draw)[:EXAMPLE_PASSAGES]
    numbers = draw.sample(range(1, len(shown) + 1), len(shown))
    pairs = draw.sample([*zip(numbers, shown, strict=True)], len(shown))
    paragraphs = "\n".join(_paragraph(number, one.text) for number, one in pairs)
    ranking = sorted(pairs, key=lambda pair: -pair[1].relevance)
    reply = " > ".join(str(number) for number, _ in ranking)
    return f"An example:\n\n{paragraphs}\nThe query: {query.text}\n\nThe right reply: {reply}\n\n"


class _Setting(NamedTuple):
    """A length, what it is counted in, and what its prompts show."""

    length: int
    template: Template
    encoding: str
    examples: _Examples

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
    draw = seeded(f"{NAME}/{seed}/{query.id}")
    passages = _rounds(query.passages, draw)
    state = draw.getstate()

    def made(n: int) -> list[Item[Grades]]:
        draw.setstate(state)
        return list(_orders(setting, query, passages[:n], draw))

    def recounted(n: int) -> int:
        return max(_prompt_tokens(setting, query, [one.text for one in item.documents]) for item in made(n))

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
    around = _tokens_around(setting, query)
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
        raise BadInput(
            where, what, f"passages of at most {max(room, 0):,}", "Give a greater length, fewer shots, or split it."
        )
    if n < n_levels:
        expected = f"room for one passage of each of {n_levels} relevances"
        raise BadInput(where, found, expected, "Give a greater length, or fewer shots.")
    return n


def _tokens(paragraphs: Sequence[str], encoding: str) -> Counts:
    """Tokens of each paragraph and the blank line after it."""
    return added_tokens("x\n\n", [f"{paragraph}\n" for paragraph in paragraphs], encoding)


def _tokens_around(setting: _Setting, query: Query) -> int:
    """Tokens of a prompt without its passages."""
    only = _paragraph(1, "a.")
    return _prompt_tokens(setting, query, [only]) - int(_tokens([only], setting.encoding)[0])


def _prompt_tokens(setting: _Setting, query: Query, paragraphs: Sequence[str]) -> int:
    passages = [Passage(document=str(place), position=place, text=one) for place, one in enumerate(paragraphs, start=1)]
    prompt = _prompt(setting.template, query.text, setting.examples.before(query.id), passages)
    return prompt_tokens(prompt, setting.encoding)


def _prompt(template: Template, query: str, examples: str, passages: Sequence[Passage]) -> Prompt:
    return showing(template, passages, {"query": query, "examples": examples})


def _paragraph(number: int, text: str) -> str:
    """A passage as it is shown; the prompt adds the second line break after it."""
    return f"[{number}] {text}\n"


def _notes(responses: Sequence[Response[Ranking]]) -> list[str]:
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
