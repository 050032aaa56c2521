"""ETHIC's recalling in its four domains: all names, or numbers, of a kind that a long text holds, in one list.

Source: ETHIC, sections 3.2 (recalling), 3.3 (sections of at most 1,024 tokens, labels merged) and 4.1 (F1).
Differs: where labels come from (`labels`); replies are read in any form, with the original's reading beside; our own
    prompts. `ethic/recalling` asks section by section.

Cognitive process: remember. Books and debates: one document; medicine and law: several.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hayrick.measures.listed import LABELS_LISTED
from hayrick.measures.sets import LABEL_F1, RELEASED_LABEL_F1
from hayrick.measures.written import REPLY_TOKENS as WRITTEN
from hayrick.prompting import load, showing
from hayrick.protocols import Ask, Measure, Passage, Sheet, SystemMaker, Task
from hayrick.records.parameters import Parameters
from hayrick.replies.lists import read_list
from hayrick.tasks.ethic.contexts import TEXTS, Limits, Shown, by_parts, item_of, passages_of
from hayrick.tasks.ethic.domains import domain_of, told
from hayrick.tasks.ethic.labels import KINDS, Kind, Labels, Rule, citation_numbers, labels_of, read_labels
from hayrick.tasks.ethic.names import NER, ByRecogniser
from hayrick.tasks.ethic.options import run_given
from hayrick.tasks.ethic.wanted import wanting_only
from hayrick.types import BadInput, Item, Judgement, Prompt, Response

OWN: tuple[Measure[Labels, Labels], ...] = (LABEL_F1, RELEASED_LABEL_F1, WRITTEN)
MEASURES: tuple[Measure[Labels, Labels], ...] = (*OWN, LABELS_LISTED)
REPLY_TOKENS = 4096
NO_LABELS, RULE = "none", "rule"


@dataclass(frozen=True, slots=True)
class ByRule:
    """Answers with the labels that the rule finds in each document that the item has."""

    rule: Rule
    signature: str = "rule"
    asks: bool = False

    async def respond(self, items: Sequence[Item[Labels]], ask: Ask) -> list[Response[Labels]]:
        """One response an item."""
        return [self._response(item) for item in items]

    def _response(self, item: Item[Labels]) -> Response[Labels]:
        found: Labels = frozenset().union(*(self.rule(one.text) for one in item.documents))
        reply = "; ".join(sorted(found)) or "None"
        return Response(item=item, system=RULE, context="full", answer=found, reply=reply)


def _by_rule(rule: Rule) -> SystemMaker[Labels, Labels]:
    return SystemMaker("labels by rule, without a model (medicine, law)", lambda rest, seed: ByRule(rule))


BY_NAME: dict[str, SystemMaker[Labels, Labels]] = {
    f"{NER}:PIPELINE": SystemMaker(
        "names of people by a spaCy pipeline, its name or folder (books, debates; extra ner)",
        lambda rest, seed: ByRecogniser(rest),
    )
}
SYSTEMS: dict[str, SystemMaker[Labels, Labels]] = {RULE: _by_rule(citation_numbers), **BY_NAME}


def task(parameters: Parameters) -> Task[Labels, Labels]:
    """Recalling; the name says of what. `data`, `labels`, `together` (sections asked at a time), those of `Limits`.

    `labels` is `rule` (medicine, law), a run that lists them, or `none`, for such a run.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    domain, limits, where = domain_of(parameters), Limits.of(parameters, wanting=True), parameters.where
    kind, together = KINDS[domain.name], parameters.whole("together", 0, least=0)
    source, runs = _source(parameters, kind, where)
    used = limits.used(domain.read(parameters.paths("data"), where))
    known = read_labels(runs)
    template = load(kind.prompt)

    def gold(shown: Shown) -> Labels:
        if source == RULE and kind.rule is not None:
            return frozenset().union(*map(kind.rule, shown.chosen))
        return frozenset() if source == NO_LABELS else labels_of(shown.chosen, known, where)

    def prompt(item: Item[Labels], passages: Sequence[Passage]) -> Prompt:
        made = showing(template, passages, {"whose": kind.whose} if kind.whose else {}, heading="Section")
        return wanting_only(made, item, "Section")

    def rendered(shown: Shown) -> Prompt:
        return prompt(item_of(shown, kind.query, frozenset(), shown.documents), passages_of(shown.documents))

    def items(seed: int) -> list[Item[Labels]]:
        found = used.shown(by_parts(limits.encoding), rendered, REPLY_TOKENS, together, seed)
        return [item_of(one, kind.query, gold(one), one.documents) for one in found]

    def parsed(item: Item[Labels], reply: str) -> Labels | None:
        found = read_list(reply)
        return None if found is None else kind.read(found)

    return Task(
        name=parameters.spec.partition("?")[0],
        paper="Lee et al. (2025), ETHIC, section 3.2",
        about=told(domain, "remember"),
        items=items,
        prompt=prompt,
        parse=parsed,
        measures=(LABELS_LISTED,) if source == NO_LABELS else OWN,
        max_tokens=REPLY_TOKENS,
        expected_tokens=300,
        systems={RULE: _by_rule(kind.rule)} if kind.rule else BY_NAME,
        sheet=Sheet(lists=f"List all {kind.query} in this text, as for the task.", published={"list": kind.published}),
        notes=lambda responses, judgements: [
            *used.notes,
            *([] if source == NO_LABELS else _notes(responses, judgements)),
        ],
        resample=TEXTS,
        fingerprint=dict.fromkeys(limits.datasets, used.fingerprint),
        signature=f"{limits.signature},labels:{source},together:{together or 'all'}",
    )


def _source(parameters: Parameters, kind: Kind, where: str) -> tuple[str, list[Path]]:
    """Where labels come from, for the signature: `rule`, `none`, or the fingerprint of a run; and the run's paths."""
    given = parameters.text("labels", RULE if kind.rule else "")
    if given == NO_LABELS or (given == RULE and kind.rule):
        return given, []
    if given in ("", RULE):
        cure = "Make one by ?labels=none&together=1 with a strong model or ner:PIPELINE, and give its folder."
        raise BadInput(
            where, f"labels '{given}'", "?labels=RUN, since names are found by a model or a recogniser", cure
        )
    return run_given(parameters, "labels", given)


def _notes(responses: Sequence[Response[Labels]], judgements: Sequence[Judgement]) -> list[str]:
    golds = {one.item.key: one.item.gold for one in responses}.values()
    empty = sum(1 for one in golds if not one)
    return [f"{empty} of {len(golds)} items hold no label: the reply 'None' scores 1 there."] if empty else []
