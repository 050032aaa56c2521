"""ETHIC's organising: summaries of all sections of a book or debate are put into the order of the text.

Source: ETHIC, sections 3.2 and 3.3 (organising) and 4.1 (LCS); replies of 4,096 tokens.
Differs: summaries are those of a run (`summaries=`), else sentences of the section (`options`), and a run says so; the
    share is that of the longer of both orders, beside the original's; our own prompt.

Cognitive process: analyze. One document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.measures.orders import OPTIONS_PLACED, ORDER_LCS, RELEASED_ORDER_LCS, Gold
from hayrick.measures.written import REPLY_TOKENS as WRITTEN
from hayrick.prompting import load, one_line, showing
from hayrick.protocols import Measure, Passage, Task
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_bytes
from hayrick.replies.orders import Order, read_order
from hayrick.tasks.ethic.contexts import TEXTS, Limits, Shown, by_parts, item_of, passages_of
from hayrick.tasks.ethic.domains import domain_of, told
from hayrick.tasks.ethic.options import options_of, read_summaries
from hayrick.tasks.ethic.wanted import chosen
from hayrick.text import seeded
from hayrick.types import BadInput, Document, Item, Judgement, Prompt, Response

MEASURES: tuple[Measure[Gold, Order], ...] = (ORDER_LCS, OPTIONS_PLACED, RELEASED_ORDER_LCS, WRITTEN)
REPLY_TOKENS = 4096


def task(parameters: Parameters) -> Task[Gold, Order]:
    """Organising; the name says of what. `data`, `summaries` (of a run), and the parameters of `Limits`.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    domain, limits, where = domain_of(parameters), Limits.of(parameters, wanting=True), parameters.where
    used = limits.used(domain.read(parameters.paths("data"), where))
    summaries = read_summaries(parameters.paths("summaries", optional=True))
    template = load("organize-summaries")

    def made(shown: Shown, seed: int) -> Item[Gold]:
        return _item(shown, chosen(options_of(shown.sections, summaries, where), shown.wanted), seed)

    def prompt(item: Item[Gold], passages: Sequence[Passage]) -> Prompt:
        return showing(template, passages, {"options": item.query}, heading="Text")

    def items(seed: int) -> list[Item[Gold]]:
        def rendered(shown: Shown) -> Prompt:
            item = made(shown, seed)
            return prompt(item, passages_of(item.documents))

        found = used.shown(by_parts(limits.encoding), rendered, REPLY_TOKENS, seed=seed)
        several = [one for one in found if len(one.chosen) > 1]
        if not several:
            raise BadInput(
                where, "texts of one section", "two sections or more, to be put in order", "Name longer texts."
            )
        return [made(one, seed) for one in several]

    def notes(responses: Sequence[Response[Order]], judgements: Sequence[Judgement]) -> list[str]:
        kind = "summaries of a run" if summaries else "sentences of the sections, which can be found word for word"
        return [*used.notes, f"Options are {kind}."]

    return Task(
        name=parameters.spec.partition("?")[0],
        paper="Lee et al. (2025), ETHIC, section 3.2",
        about=told(domain, "analyze"),
        items=items,
        prompt=prompt,
        parse=lambda item, reply: read_order(reply, len(item.gold)),
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=400,
        notes=notes,
        resample=TEXTS,
        fingerprint=dict.fromkeys(limits.datasets, used.fingerprint),
        signature=f"{limits.signature},options:{_signature(summaries)}",
    )


def _signature(summaries: Mapping[str, str]) -> str:
    if not summaries:
        return "extracted"
    return fingerprint_bytes("".join(f"{key}{text}" for key, text in sorted(summaries.items())).encode())


def _item(shown: Shown, options: Sequence[str], seed: int) -> Item[Gold]:
    """The options in random order; gold names them in the order of the text."""
    numbers = list(range(len(options)))
    seeded(f"ethic/organizing/{seed}/{shown.text.id}/{len(options)}").shuffle(numbers)
    written = "\n".join(f"[{at}] {one_line(options[number])}" for at, number in enumerate(numbers, start=1))
    gold = tuple(numbers.index(number) + 1 for number in range(len(options)))
    document = Document(id=shown.text.id, text="\n".join(shown.sections), title=shown.text.title)
    return item_of(shown, written, gold, (document,))
