"""ETHIC's attributing: which studies another review includes, too; which segments cite a target case.

Source: ETHIC, sections 3.2 and 3.3 (attributing) and 4.1 (F1); replies of 4,096 tokens.
Differs: studies and segments are numbered from 1 on; a right "none" scores 1, where the original's scorer can never
    match it; what refers to a target is found by rule (`law`); our own prompts.

Cognitive process: analyze. Several documents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hayrick.measures.sets import CHOSEN_F1, RELEASED_CHOSEN_F1, TEXTS_PLACED
from hayrick.prompting import load, showing
from hayrick.protocols import Measure, Passage, Resample, Task
from hayrick.records.parameters import Parameters
from hayrick.replies.attributions import Attributed, read_attributed
from hayrick.tasks.ethic.contexts import Limits, Shown, item_of, passages_of
from hayrick.tasks.ethic.corpus import Text
from hayrick.tasks.ethic.domains import domain_of
from hayrick.tasks.ethic.law import read_groups
from hayrick.tasks.ethic.medicine import Review, read_reviews
from hayrick.tasks.ethic.segments import SEGMENT_TOKENS, segmented
from hayrick.text import seeded
from hayrick.types import BadInput, Item, Judgement, Prompt, Response

Gold = frozenset[int]
MEASURES: tuple[Measure[Gold, Attributed], ...] = (CHOSEN_F1, TEXTS_PLACED, RELEASED_CHOSEN_F1)
REPLY_TOKENS = 4096
RESAMPLE = Resample(groups_note="Intervals resample reviews, or target cases.")


class Asked(NamedTuple):
    """What is asked about a text."""

    about: str
    """The background of another review, or the target case."""

    gold: Gold
    """Numbers of the parts that it is about."""


class Kind(NamedTuple):
    """What the two domains differ in."""

    prompt: str
    about: str
    """Name of the prompt's value."""

    noun: str
    texts: Callable[[Parameters, Limits], tuple[list[Text], Callable[[int], Mapping[str, Asked]]]]
    """Texts, whose parts are numbered; and, for a seed, what is asked about each of them."""


def _medicine(parameters: Parameters, limits: Limits) -> tuple[list[Text], Callable[[int], Mapping[str, Asked]]]:
    where = parameters.where
    reviews = read_reviews(parameters.paths("data"), where)
    if sum(1 for one in reviews if one.background) < 2:
        found = f"{sum(1 for one in reviews if one.background)} reviews with a background"
        raise BadInput(where, found, "two or more: a review is asked about in the words of another one")
    texts = [Text(one.id, one.title, tuple(one.studies.values()), one.date) for one in reviews]
    return texts, lambda seed: {one.id: asked_of(one, reviews, seed) for one in reviews}


def asked_of(review: Review, reviews: Sequence[Review], seed: int) -> Asked:
    """The background of the review that shares most studies with a review; where none shares any, that of a random one.

    Of several that share equally many the first one in the files counts.
    """
    others = [one for one in reviews if one.id != review.id and one.background]
    shared = [len(review.studies.keys() & one.studies.keys()) for one in others]
    most = max(shared)
    other = others[shared.index(most)] if most else seeded(f"ethic/attributing/{seed}/{review.id}").choice(others)
    gold = frozenset(at for at, pmid in enumerate(review.studies, start=1) if pmid in other.studies)
    return Asked(other.background, gold)


def _law(parameters: Parameters, limits: Limits) -> tuple[list[Text], Callable[[int], Mapping[str, Asked]]]:
    where = parameters.where
    size = parameters.whole("segment", SEGMENT_TOKENS, least=64)
    texts: list[Text] = []
    asked: dict[str, Asked] = {}
    for group in read_groups(parameters.paths("data"), where):
        found = segmented(group, size, limits.encoding)
        if found.of_target:
            target = group.target
            texts.append(Text(target.id, target.name, found.segments, max(one.date for one in group.citing)))
            asked[target.id] = Asked(found.about, found.of_target)
    if not texts:
        raise BadInput(where, "no case that another one cites", "cases and those that cite them in one folder")
    return texts, lambda seed: asked


KINDS: Mapping[str, Kind] = {
    "medicine": Kind("attribute-studies", "background", "Study", _medicine),
    "law": Kind("attribute-segments", "target", "Segment", _law),
}


def task(parameters: Parameters) -> Task[Gold, Attributed]:
    """Attributing; the name says of what. `data`, `segment` (law: tokens of a segment), and those of `Limits`.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    domain, limits = domain_of(parameters), Limits.of(parameters)
    kind = KINDS[domain.name]
    texts, asked = kind.texts(parameters, limits)
    used = limits.used(texts)
    template = load(kind.prompt)

    def prompt(item: Item[Gold], passages: Sequence[Passage]) -> Prompt:
        return showing(template, passages, {kind.about: item.query}, heading=kind.noun)

    def items(seed: int) -> list[Item[Gold]]:
        about = asked(seed)

        def made(shown: Shown) -> Item[Gold]:
            one = about[shown.text.id]
            gold = frozenset(number for number in one.gold if number <= len(shown.sections))
            return item_of(shown, one.about, gold, shown.documents)

        def rendered(shown: Shown) -> Prompt:
            return prompt(made(shown), passages_of(shown.documents))

        return [made(one) for one in used.shown(lambda text: text.parts, rendered, REPLY_TOKENS)]

    def notes(responses: Sequence[Response[Attributed]], judgements: Sequence[Judgement]) -> list[str]:
        golds = {one.item.key: one.item.gold for one in responses}.values()
        empty = sum(1 for one in golds if not one)
        return [*used.notes, f"{empty} of {len(golds)} items are about no {kind.noun.lower()}: 'none' scores 1 there."]

    return Task(
        name=parameters.spec.partition("?")[0],
        paper="Lee et al. (2025), ETHIC, section 3.2",
        items=items,
        prompt=prompt,
        parse=lambda item, reply: read_attributed(reply),
        measures=MEASURES,
        max_tokens=REPLY_TOKENS,
        expected_tokens=200,
        notes=notes,
        resample=RESAMPLE,
        fingerprint=dict.fromkeys(limits.datasets, used.fingerprint),
        signature=limits.signature,
    )
