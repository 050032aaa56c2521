"""ETHIC's summarising: a summary of every section of a long text, each rated by a judge beside its section.

Source: ETHIC, sections 3.2 (summarizing) and 4.1 (ratings); replies of 4,096 tokens.
Differs: a section that the reply leaves out has the least rating and is counted; at most five sentences each, where
    the original asks for a page, so that a run with `together=1` makes the options of organising; our own prompt.

Cognitive process: understand. Books and debates: one document; medicine and law: several.
"""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.judges.scales import rating_notes
from hayrick.judges.section_rating import JUDGES as RATING_JUDGES
from hayrick.measures.section_ratings import SECTION_RATINGS, Summaries, Texts
from hayrick.measures.written import REPLY_TOKENS as WRITTEN
from hayrick.prompting import load, showing
from hayrick.protocols import JudgeMaker, Measure, Passage, Task
from hayrick.records.parameters import Parameters
from hayrick.replies.section_texts import read_section_texts
from hayrick.tasks.ethic.contexts import TEXTS, Limits, Shown, by_parts, item_of, passages_of
from hayrick.tasks.ethic.domains import Domain, domain_of, told
from hayrick.tasks.ethic.wanted import wanting_only
from hayrick.types import Item, Judgement, Prompt, Response

MEASURES: tuple[Measure[Texts, Summaries], ...] = (WRITTEN, *SECTION_RATINGS)
JUDGES: dict[str, JudgeMaker[Texts, Summaries]] = dict(RATING_JUDGES)
REPLY_TOKENS = 4096


def task(parameters: Parameters) -> Task[Texts, Summaries]:
    """Summarising; the name says of what. `data`, `together` (sections at a time), and the parameters of `Limits`.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    domain, limits, where = domain_of(parameters), Limits.of(parameters, wanting=True), f"task '{parameters.spec}'"
    together = parameters.whole("together", 0, least=0)
    used = limits.used(domain.read(parameters.paths("data"), where))

    def rendered(shown: Shown) -> Prompt:
        return prompt(made(shown), passages_of(shown.documents))

    def made(shown: Shown) -> Item[Texts]:
        return item_of(shown, "", _gold(shown), shown.documents)

    def prompt(item: Item[Texts], passages: Sequence[Passage]) -> Prompt:
        return wanting_only(prompt_of(domain, passages), item, domain.noun)

    def items(seed: int) -> list[Item[Texts]]:
        found = used.shown(by_parts(limits.encoding), rendered, REPLY_TOKENS, together, seed)
        return [made(one) for one in found]

    def notes(responses: Sequence[Response[Summaries]], judgements: Sequence[Judgement]) -> list[str]:
        return [*used.notes, *(rating_notes(judgements) if judgements else [])]

    return Task(
        name=parameters.spec.partition("?")[0],
        paper="Lee et al. (2025), ETHIC, section 3.2",
        about=told(domain, "understand"),
        items=items,
        prompt=prompt,
        parse=_parsed,
        measures=MEASURES,
        judges=JUDGES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=120 * min(max(limits.wanted, default=0) or together or 30, 30),
        stand_in=lambda item: "\n\n".join(f"<Section {at}>\nA summary." for at in range(1, len(item.gold) + 1)),
        notes=notes,
        resample=TEXTS,
        fingerprint=dict.fromkeys(limits.datasets, used.fingerprint),
        signature=f"{limits.signature},together:{together or 'all'}",
    )


def prompt_of(domain: Domain, passages: Sequence[Passage]) -> Prompt:
    """The prompt that shows these sections."""
    values = {"noun": domain.noun, "n": str(len(passages))}
    return showing(load("summarize-sections"), passages, values, heading=domain.noun)


def _gold(shown: Shown) -> Texts:
    """Sections that are asked about; an empty text in the place of each other one."""
    numbers = shown.wanted or range(1, len(shown.sections) + 1)
    return tuple(text if at in numbers else "" for at, text in enumerate(shown.sections, start=1))


def _parsed(item: Item[Texts], reply: str) -> Summaries | None:
    """Summaries of the item's sections that are asked for; of a single section also a reply without a heading."""
    found = read_section_texts(reply, len(item.gold))
    answer = {number: found[number] for number, text in enumerate(item.gold, start=1) if text and found.get(number)}
    if not answer and len(item.gold) == 1 and not found and any(map(str.isalnum, reply)):
        return {1: reply.strip()}
    return answer or None
