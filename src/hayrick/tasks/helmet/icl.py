"""HELMET's in-context learning: the class of a text, learned from labelled examples that fill a length in tokens.

Source: HELMET, appendix B.4, and its released code at commit 4526dfb: labels are numbers, dealt anew for every text
    that is asked about; examples come in rounds of one a class, shuffled within the round; 500 texts.
Differs: as many examples as fit the length (cl100k by default), not a fixed number. Texts are balanced by class also
    where that asks some of them again (with other examples and numbers); the original asks TREC's 500 as they are, as
    `texts=all` does. Texts to show that are also asked about are left out (11 of TREC's 5,452, 7 of Banking77's
    10,003, 3 of CLINC150's 15,250). NLU is one file, of which we ask a tenth of each class. Our own prompt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from hayrick.measures.labels import LABEL_ACCURACY, LABEL_EXACT_MATCH_HELMET
from hayrick.prompting import Template, load, prompt_tokens, showing
from hayrick.prompting.fitting import Counts, added_tokens, number_that_fits, told
from hayrick.protocols import Measure, Passage, Resample, Task
from hayrick.records.cache import Numbers
from hayrick.records.parameters import Parameters, size_name
from hayrick.records.read_files import fingerprint_file
from hayrick.replies.labels import read_label
from hayrick.tasks.helmet.choices import kept_choices
from hayrick.tasks.helmet.icl_draws import balanced, numbers_of, pools_of, seed_of
from hayrick.tasks.helmet.labelled import DATA_SETS, Labelled, Texts, files_of, read_texts
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Document, Item, Prompt

MEASURES: tuple[Measure[str, str], ...] = (LABEL_ACCURACY, LABEL_EXACT_MATCH_HELMET)
REPLY_TOKENS = 20
MOST_CLASSES = 1000
"""Up to here every number of a class is one token of cl100k."""
RESAMPLE = Resample(
    across_datasets=True,
    groups_note="Intervals resample the texts that were asked about; a text asked again is one group.",
)


def task(parameters: Parameters) -> Task[str, str]:
    """In-context learning on one data set, which the name of the task says.

    Parameters: `data`, the folder of the data set; `length` (8k; several with commas between them); `n`, the texts
    asked about at each length (500); `texts`, "balanced" by class or "all" of the test once; `rounds`, "cut" where the
    length ends or "whole", so that every class has equally many examples; `tokenizer`.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    name = parameters.spec.partition("?")[0]
    where = parameters.where
    source = DATA_SETS[name.rpartition("/")[2]]
    lengths, n = parameters.sizes("length", "8k"), parameters.whole("n", 500, least=1)
    choice = parameters.one_of("texts", ("balanced", "all"))
    rounds = parameters.one_of("rounds", ("cut", "whole"))
    folders = parameters.paths("data")
    if len(folders) > 1:
        raise BadInput(where, f"{len(folders)} folders", "one data set", "Run each by itself.")
    files = files_of(source, folders[0])
    parameters.files[-1:] = files
    fingerprint = "+".join(map(fingerprint_file, files))
    texts = read_texts(source, folders[0])
    template, encoding = load("icl-label"), parameters.encoding()
    chosen_by = f"{fingerprint},rounds:{rounds},{tokenizer(encoding).name}"
    settings = [
        Setting(name.rpartition("/")[2], where, length, rounds == "whole", template, encoding, chosen_by)
        for length in lengths
    ]

    def items(seed: int) -> list[Item[str]]:
        asked = _asked(texts.test, n, seed) if choice == "balanced" else [*range(len(texts.test))][:n]
        prepared = _prepared(texts, encoding)
        return [item for setting in settings for item in _items(setting, prepared, asked, seed)]

    return Task(
        name=name,
        paper="Yen et al. (2025), HELMET, appendix B.4",
        items=items,
        prompt=lambda item, passages: _prompt(template, item.query, passages),
        parse=lambda item, reply: read_label(reply),
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=5,
        notes=lambda responses, judgements: [source.note.format(len(texts.names))] if source.note else [],
        resample=RESAMPLE,
        fingerprint={setting.dataset: fingerprint for setting in settings},
        signature=f"lengths:{'+'.join(map(str, lengths))},n:{n},texts:{choice},rounds:{rounds}{told(encoding)}",
    )


class Setting(NamedTuple):
    """What the items of one length share."""

    name: str
    where: str
    length: int
    whole: bool
    template: Template
    encoding: str
    chosen_by: str
    """Everything else that examples are chosen by, and the fingerprint of the data."""

    @property
    def size(self) -> str:
        """The length as users write it."""
        return size_name(self.length)

    @property
    def dataset(self) -> str:
        """Name of the stratum."""
        return f"{self.name}@{self.size}"


class Prepared(NamedTuple):
    """A data set as the builder wants it, made once for all items."""

    texts: Texts
    pools: list[list[int]]
    shown: np.ndarray[Any, np.dtype[np.object_]]
    """Each text to show, up to its number."""

    classes: Counts
    """Class of each text to show, as its place among the names."""

    tokens: Counts
    """Tokens of each text to show, with a number and the blank line after it."""

    numbers: Counts
    """Tokens that each number takes more than the first one."""

    a_round: float
    """Mean tokens of a round of one text of each class."""


def _prepared(texts: Texts, encoding: str) -> Prepared:
    if len(texts.names) > MOST_CLASSES:
        raise BadInput("in-context learning", f"{len(texts.names)} labels", f"at most {MOST_CLASSES}")
    place = {name: number for number, name in enumerate(texts.names)}
    shown = np.array([_example(text, "") for text, _ in texts.train], dtype=object)
    # An example ends with line breaks and none begins with one, so that no token reaches from one to the next.
    tokens = added_tokens("x\n\n", [f"{text}0\n\n" for text in shown], encoding)
    numbers = added_tokens("x\n\n", [f"{_example('x', str(number))}\n\n" for number in range(len(place))], encoding)
    pools, classes = pools_of(texts.train), np.array([place[label] for _, label in texts.train])
    a_round = sum(float(tokens[pool].mean()) for pool in pools)
    return Prepared(texts, pools, shown, classes, tokens, numbers - numbers[0], a_round)


def _asked(test: Sequence[Labelled], n: int, seed: int) -> list[int]:
    """Places of the texts that are asked about: shuffled, then as many of each label as can be."""
    order = np.random.default_rng(seed).permutation(len(test)).tolist()
    pools = pools_of([test[place] for place in order])
    return [order[place] for place in balanced(pools, -(-n // len(pools)), Random(seed))[:n]]


def _items(setting: Setting, prepared: Prepared, asked: Sequence[int], seed: int) -> Iterator[Item[str]]:
    before: Counter[int] = Counter()
    again: list[int] = []
    for place in asked:
        again.append(before[place])
        before[place] += 1
    texts = [prepared.texts.test[place] for place in asked]
    seeds = [seed_of(text, seed, times) for (text, _), times in zip(texts, again, strict=True)]
    n = len(prepared.texts.names)

    def chosen() -> list[list[int]]:
        rows = ((text, local, numbers_of(n, local)) for (text, _), local in zip(texts, seeds, strict=True))
        return [[*numbers, *_fitting(setting, prepared, text, local, numbers)] for text, local, numbers in rows]

    seeded = [f"{local} {text}" for local, (text, _) in zip(seeds, texts, strict=True)]
    kept = kept_choices([setting.chosen_by, setting.dataset, *seeded], chosen, setting.length * len(texts))
    for place, times, (text, label), row in zip(asked, again, texts, kept, strict=True):
        numbers, examples = row[:n], row[n:]
        yield Item(
            dataset=setting.dataset,
            group=str(place + 1),
            id=f"{setting.size}-{place + 1}-{times + 1}",
            query=text,
            gold=str(numbers[prepared.texts.names.index(label)]),
            documents=(Document(id="examples", text=_shown(prepared, examples, numbers)),),
            tags={"length": setting.length, "examples": len(examples)},
        )


def _shown(prepared: Prepared, examples: Sequence[int] | Numbers, numbers: Sequence[int] | Numbers) -> str:
    """Examples with their numbers; put together by numpy, since 500 prompts of 128k tokens show four million."""
    written = np.array([f"{number}\n\n" for number in numbers], dtype=object)
    parts = np.empty(2 * len(examples), dtype=object)
    parts[::2], parts[1::2] = prepared.shown[examples], written[prepared.classes[examples]]
    parts[-1] = parts[-1].rstrip()
    return "".join(parts.tolist())


def _fitting(setting: Setting, prepared: Prepared, text: str, local_seed: int, numbers: Sequence[int]) -> list[int]:
    """As many examples as fit with the question and the reply."""
    around = _tokens_around(setting, text)
    room, n_classes = setting.length - REPLY_TOKENS - around, len(prepared.pools)
    tokens = prepared.tokens
    if prepared.numbers.any():
        tokens = tokens + prepared.numbers[np.array(numbers)[prepared.classes]]
    n_rounds = max(1, int(room / prepared.a_round * 1.02) + 2)
    while True:
        drawn = balanced(prepared.pools, n_rounds, Random(local_seed))

        def recounted(n: int, drawn: Sequence[int] = drawn) -> int:
            return _prompt_tokens(setting, text, _shown(prepared, drawn[:n], numbers)) - around

        n = number_that_fits(np.cumsum([0, *tokens[drawn]]), room, setting.encoding, recounted)
        if n < len(drawn):
            break
        n_rounds += 1 + n_rounds // 50
    if n < n_classes:
        found, expected = f"length {setting.length}", f"room for one example of each of {n_classes} labels"
        raise BadInput(setting.where, found, expected, "Give a greater length.")
    return drawn[: n - n % n_classes if setting.whole else n]


def _tokens_around(setting: Setting, text: str) -> int:
    """Tokens of a prompt without its examples."""
    only = _example("a", "0")
    return _prompt_tokens(setting, text, only) - int(added_tokens("x\n\n", [f"{only}\n\n"], setting.encoding)[0])


def _prompt_tokens(setting: Setting, text: str, examples: str) -> int:
    passage = Passage(document="examples", position=1, text=examples)
    return prompt_tokens(_prompt(setting.template, text, [passage]), setting.encoding)


def _prompt(template: Template, text: str, passages: Sequence[Passage]) -> Prompt:
    return showing(template, passages, {"text": text})


def _example(text: str, number: str) -> str:
    return f"{text}\nlabel: {number}"
