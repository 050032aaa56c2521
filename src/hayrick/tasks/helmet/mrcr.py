"""MRCR: the i-th of several replies to one request, repeated word for word, in a conversation that fills a length.

Source: OpenAI, MRCR (data card openai/mrcr); MRCR v2 (google-deepmind/eval_hub) for styles and ordinals in words;
    HELMET at commit 5dde2de.
Differs: our own pieces and requests, made from tables and not by a model, of 250 to 1,500 characters; no worked
    examples in the first message; lengths are exact for the prompt as rendered and the reserved reply, where the
    originals sort items into bins. Blanks before the string cost nothing; `copy_ratio.openai` is the original's rule.
    `path` reads the published rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

from hayrick.measures.copying import BEGINS, COPY_LENIENT, COPY_RATIO, COPY_RAW, Copied, ratio
from hayrick.prompting import fitting
from hayrick.protocols import Measure, Task
from hayrick.records.parameters import MOST_MADE, Parameters, size_name
from hayrick.tasks.helmet.choices import is_worth_keeping, kept_choices
from hayrick.tasks.helmet.conversations import FORMS, Conversation, Form, conversation, prompt_of, require_sound
from hayrick.tasks.helmet.kept_conversations import conversation_of, remembered, rows_of, written
from hayrick.tasks.helmet.lines import too_short
from hayrick.tasks.helmet.mrcr_rows import FLAWED, read_rows
from hayrick.tasks.helmet.published import one_path
from hayrick.text import seeded
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Item, Judgement, Response

MEASURES: tuple[Measure[Copied, str], ...] = (BEGINS, COPY_LENIENT, COPY_RATIO, COPY_RAW)
PAPER = "OpenAI (2025), MRCR; HELMET at commit 5dde2de"
REPLY_TOKENS = 640
"""Reserved for the reply; the longest piece has 360 tokens of cl100k."""

MARGIN_TOKENS = 32
_MOST_TRIED, _STEP = 2**16, 64
"""Lengths that are tried for one that suffices, in steps of so many tokens."""

_TRIED = 50
"""Conversations that are made of such a length: requests and pieces of some are long."""

_SAMPLED = 200


class Kind(NamedTuple):
    """What conversations are made."""

    name: str
    needles: int
    form: Form

    @property
    def dataset(self) -> str:
        """Name of the strata, without their lengths."""
        return self.name.rpartition("/")[2]


def task(parameters: Parameters) -> Task[Copied, str]:
    """MRCR; `length` (8k; several with commas between them), `n` conversations a length (100), `form`, `tokenizer`.

    `form=chat` sends a message a turn, `form=text` all in one. With `path`, the rows of a published file: all, or the
    first `n` of each `length`; `flawed=keep` reads those too that contradict themselves.

    Raises:
        BadInput: a parameter or the file is not what it must be.
    """
    name = parameters.spec.partition("?")[0]
    path, form = one_path(parameters), parameters.one_of("form", FORMS)
    kind = Kind(name, int(name.rpartition("_")[2]), Form(form, parameters.encoding()))
    return _made(kind, parameters) if path is None else _published(kind, path, parameters)


def _made(kind: Kind, parameters: Parameters) -> Task[Copied, str]:
    lengths, n = parameters.sizes("length", "8k"), parameters.whole("n", 100, least=1, most=MOST_MADE)
    shown = "+".join(map(str, lengths))
    return _task(
        kind,
        items=lambda seed: [item for length in lengths for item in _items(kind, length, n, seed)],
        max_tokens=REPLY_TOKENS,
        signature=f"lengths:{shown},n:{n}",
    )


def _published(kind: Kind, path: Path, parameters: Parameters) -> Task[Copied, str]:
    lengths = parameters.sizes("length", "") if "length" in parameters.left else None
    n, flawed = parameters.whole("n", 10**6, least=1), parameters.one_of("flawed", FLAWED)
    rows = read_rows(path, kind.needles, lengths, n, kind.form.encoding, flawed)
    shown = "+".join(str(length) for length, _ in rows.by_length)
    return _task(
        kind,
        items=lambda seed: rows.items(kind.dataset, kind.needles),
        max_tokens=rows.most_tokens(kind.form.encoding) + MARGIN_TOKENS,
        signature=f"rows:{rows.fingerprint},lengths:{shown},n:{n},flawed:{flawed}",
    )


def _task(kind: Kind, items: Callable[[int], list[Item[Copied]]], max_tokens: int, signature: str) -> Task[Copied, str]:
    return Task(
        name=kind.name,
        paper=PAPER,
        items=items,
        prompt=partial(prompt_of, kind.form),
        parse=lambda item, reply: reply.strip() or None,
        measures=MEASURES,
        max_tokens=max_tokens,
        expected_tokens=200,
        notes=_notes,
        signature=f"{signature},form:{kind.form.name}{fitting.told(kind.form.encoding)}",
        right=lambda item: (item.gold.text,),
    )


def _items(kind: Kind, length: int, n: int, seed: int) -> Iterator[Item[Copied]]:
    def choose() -> list[Sequence[int]]:
        return [row for number in range(n) for row in rows_of(_made_anew(kind, length, number, seed))]

    told = [kind.name, kind.form.name, tokenizer(kind.form.encoding).name, f"{length},{n},{seed}"]
    rows = kept_choices(told, choose, length * n)
    write = remembered() if is_worth_keeping(length * n) else written
    for number in range(n):
        yield _item(kind, length, number, conversation_of(rows, _ordinal(kind, number), write))


def _ordinal(kind: Kind, number: int) -> int:
    return number % kind.needles + 1


def _made_anew(kind: Kind, length: int, number: int, seed: int) -> Conversation:
    draw = seeded(f"{kind.name}/{seed}/{length}/{number}")
    made = conversation(kind.needles, _ordinal(kind, number), kind.form, length - REPLY_TOKENS, draw)
    where = f"task '{kind.name}'"
    if made is None:
        if least := _least(kind, length):
            raise too_short(kind.name, length, f"{kind.needles} pieces and others", least)
        raise BadInput(where, f"length {length}", "one that there are pieces for", "Give a smaller length.")
    require_sound(f"{where}: {size_name(length)}-{number}", made.turns, made.query, made.gold, kind.needles)
    if kind.form.last(made.gold.wanted) + MARGIN_TOKENS > REPLY_TOKENS:
        found = f"a piece of more than {REPLY_TOKENS - MARGIN_TOKENS} tokens"
        raise BadInput(where, found, f"room for it in the {REPLY_TOKENS} of the reply", "Give another tokenizer.")
    return made


def _least(kind: Kind, length: int) -> int | None:
    """A greater length that many conversations fit into; None where there is none."""
    for longer in range(length + _STEP, _MOST_TRIED, _STEP):
        draws = (seeded(f"{longer}/{number}") for number in range(_TRIED))
        if all(conversation(kind.needles, 1, kind.form, longer - REPLY_TOKENS, draw) for draw in draws):
            return longer
    return None


def _item(kind: Kind, length: int, number: int, made: Conversation) -> Item[Copied]:
    size = size_name(length)
    start, end = made.places.tokens[made.places.turns.index(_place(made.turns, made.gold.text))]
    return Item(
        dataset=f"{kind.dataset}@{size}",
        group=str(number),
        id=f"{size}-{number}",
        query=made.query,
        gold=made.gold,
        documents=made.documents,
        tags={
            "length": length,
            "needles": kind.needles,
            "ordinal": made.ordinal,
            "turns": len(made.turns),
            "depth": round(start / made.prompt_tokens, 3),
            "needle_tokens": "+".join(f"{first}-{last}" for first, last in made.places.tokens),
            "wanted_tokens": f"{start}-{end}",
            "content_tokens": made.content_tokens,
        },
    )


def _place(turns: Sequence[tuple[str, str]], text: str) -> int:
    return next(number for number, turn in enumerate(turns) if turn[1] == text)


def _notes(responses: Sequence[Response[str]], judgements: Sequence[Judgement]) -> list[str]:
    """What is scored by a model that has the string right and repeats another piece."""
    items = list({one.item.key: cast(Item[Copied], one.item) for one in responses}.values())
    chosen = items[:: max(1, len(items) // _SAMPLED)]
    rivals = [
        sum(ratio(one, item.gold.text) for one in item.gold.rivals) / len(item.gold.rivals)
        for item in chosen
        if item.gold.rivals
    ]
    return [
        f"With the right string, copying one of the pieces that answer the same request at random scores"
        f" {_percent(rivals)} % of copy_ratio, copying any reply {_percent([*_any_reply(chosen)])} %"
        f" ({len(chosen)} conversations, random replies of each)."
    ]


def _any_reply(items: Sequence[Item[Copied]]) -> Iterator[float]:
    draw = Random("any reply")
    n = -(-_SAMPLED // max(1, len(items)))
    for item in items:
        for one in draw.sample(item.documents, min(n, len(item.documents))):
            yield ratio(one.text, item.gold.text)


def _percent(values: Sequence[float]) -> str:
    return f"{100 * sum(values) / max(1, len(values)):.1f}"
