"""ETHIC's attributing: which studies another review includes, too; which segments cite a target case.

Source: ETHIC, sections 3.2 and 3.3 (attributing) and 4.1 (F1); replies of 4,096 tokens.
Differs: studies and segments are numbered from 1 on; a right "none" scores 1, where the original's scorer can never
    match it; what refers to a target is found by rule (`law`); our own prompts.

Cognitive process: analyze. Several documents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hayrick.measures.sets import CHOSEN_F1, RELEASED_CHOSEN_F1, TEXTS_PLACED
from hayrick.measures.written import REPLY_TOKENS as WRITTEN
from hayrick.prompting import load, showing
from hayrick.protocols import AnyTask, Measure, Passage, Resample, SystemMaker, Task
from hayrick.records.parameters import Parameters
from hayrick.records.read_files import fingerprint_file
from hayrick.replies.attributions import Attributed, read_attributed
from hayrick.tasks.ethic.contexts import Limits, Shown, Used, item_of, passages_of
from hayrick.tasks.ethic.corpus import Text
from hayrick.tasks.ethic.domains import domain_of, told
from hayrick.tasks.ethic.law import Group, read_groups
from hayrick.tasks.ethic.medicine import Review, read_reviews
from hayrick.tasks.ethic.options import responses_of
from hayrick.tasks.ethic.segments import SEGMENT_TOKENS, Segmented, segmented
from hayrick.tasks.ethic.spans import MEASURES as SPAN_MEASURES
from hayrick.tasks.ethic.spans import RULE, RULE_IS, ByRule, Marks, counted, marking_task, plain_texts, read_marks
from hayrick.tasks.ethic.wanted import wanted_of, wanting_only
from hayrick.text import seeded
from hayrick.types import BadInput, Item, Judgement, Prompt, Response

Gold = frozenset[int]
OWN: tuple[Measure[Gold, Attributed], ...] = (CHOSEN_F1, TEXTS_PLACED, RELEASED_CHOSEN_F1, WRITTEN)
MEASURES: tuple[Measure[Any, Any], ...] = (*OWN, *SPAN_MEASURES)
SYSTEMS = {RULE: SystemMaker(RULE_IS, lambda rest, seed: ByRule({}))}
NO_SPANS = "none"
REPLY_TOKENS = 4096
RESAMPLE = Resample(across_datasets=True, groups_note="Intervals resample reviews, or target cases.")


class Asked(NamedTuple):
    """What is asked about a text."""

    about: str
    """The background of another review, or the target case."""

    gold: Gold
    """Numbers of the parts that it is about."""


class Source(NamedTuple):
    """What a domain's files hold."""

    used: Used
    """Texts, whose parts are numbered."""

    asked: Callable[[int], Mapping[str, Asked]]
    """For a seed, what is asked about each of them."""

    signature: str = ""
    notes: tuple[str, ...] = ()


class Kind(NamedTuple):
    """What the two domains differ in."""

    prompt: str
    about: str
    """Name of the prompt's value."""

    noun: str
    read: Callable[[Parameters, Limits], Source | AnyTask]
    """Reads the files; a task of its own, where one is asked for that makes labels."""


def _medicine(parameters: Parameters, limits: Limits) -> Source:
    where = parameters.where
    reviews = read_reviews(parameters.paths("data"), where)
    if sum(1 for one in reviews if one.background) < 2:
        found = f"{sum(1 for one in reviews if one.background)} reviews with a background"
        raise BadInput(where, found, "two or more: a review is asked about in the words of another one")
    texts = [Text(one.id, one.title, tuple(one.studies.values()), one.date) for one in reviews]
    return Source(limits.used(texts), lambda seed: {one.id: _asked_of(one, reviews, seed) for one in reviews})


def _asked_of(review: Review, reviews: Sequence[Review], seed: int) -> Asked:
    """The background of the review that shares most studies with a review; where none shares any, that of a random one.

    Of several that share equally many the first one in the files counts.
    """
    others = [one for one in reviews if one.id != review.id and one.background]
    shared = [len(review.studies.keys() & one.studies.keys()) for one in others]
    most = max(shared)
    other = others[shared.index(most)] if most else seeded(f"ethic/attributing/{seed}/{review.id}").choice(others)
    gold = frozenset(at for at, pmid in enumerate(review.studies, start=1) if pmid in other.studies)
    return Asked(other.background, gold)


def _law(parameters: Parameters, limits: Limits) -> Source | AnyTask:
    where = parameters.where
    size = parameters.whole("segment", SEGMENT_TOKENS, least=64)
    spans = parameters.text("spans", RULE)
    groups = read_groups(parameters.paths("data"), where)
    if spans == RULE:
        texts, asked = _segments([(one, segmented(one, size, limits.encoding)) for one in groups], where)
        return Source(limits.used(texts), lambda seed: asked, f",segment:{size}")
    used = limits.used(plain_texts(groups, size, limits.encoding))
    if spans == NO_SPANS:
        parameters.whole("together", 1, least=1, most=1)
        if limits.sections or limits.lengths or limits.wanted:
            raise BadInput(where, "spans=none with sections, length or wanted", "none of them: all pages are marked")
        return marking_task(parameters.spec.partition("?")[0], groups, used, size, limits)
    parameters.left["spans"] = spans
    paths = parameters.paths("spans")
    return _marked(groups, used, size, paths, limits)


def _marked(groups: Sequence[Group], used: Used, size: int, paths: Sequence[Path], limits: Limits) -> Source:
    """Segments by the spans that a run marked."""
    where = f"task '{limits.task}'"
    known, kept = read_marks(paths), {one.id for one in used.texts}
    marks = {one.target.id: Marks(one.target.id, known) for one in groups if one.target.id in kept}
    cut = [(one, segmented(one, size, limits.encoding, mark)) for one in groups if (mark := marks.get(one.target.id))]
    counts = counted(list(marks.values()), where)
    texts, asked = _segments(cut, where)
    none = len(cut) - len(texts)
    notes = (counts.note, *([f"Left out: {none} targets that no page is marked to cite."] if none else []))
    print = "+".join(fingerprint_file(responses_of(path)) for path in paths)
    return Source(used._replace(texts=texts), lambda seed: asked, f",segment:{size},spans:{print}", notes)


def _segments(cut: Sequence[tuple[Group, Segmented]], where: str) -> tuple[list[Text], Mapping[str, Asked]]:
    """Texts of segments, and what is asked about each, of the groups of which a segment cites the target.

    Raises:
        BadInput: there is none.
    """
    found = [(group, one) for group, one in cut if one.of_target]
    if not found:
        raise BadInput(where, "no case that another one cites", "cases and those that cite them in one folder")
    texts = [
        Text(group.target.id, group.target.name, one.segments, max(case.date for case in group.citing))
        for group, one in found
    ]
    return texts, {group.target.id: Asked(one.about, one.of_target) for group, one in found}


KINDS: Mapping[str, Kind] = {
    "medicine": Kind("attribute-studies", "background", "Study", _medicine),
    "law": Kind("attribute-segments", "target", "Segment", _law),
}


def task(parameters: Parameters) -> AnyTask:
    """Attributing; the name says of what. `data`, `segment` and `spans` (law), and those of `Limits`.

    `segment` is in tokens. `spans` is `rule`, a run that marks what refers to the targets, or `none`, for such a run.

    Raises:
        BadInput: a parameter or a file is not what it must be.
    """
    domain, limits = domain_of(parameters), Limits.of(parameters, wanting=True)
    kind = KINDS[domain.name]
    source = kind.read(parameters, limits)
    return _task(parameters, kind, limits, source) if isinstance(source, Source) else source


def _task(parameters: Parameters, kind: Kind, limits: Limits, source: Source) -> Task[Gold, Attributed]:
    used = source.used
    template = load(kind.prompt)

    def prompt(item: Item[Gold], passages: Sequence[Passage]) -> Prompt:
        return wanting_only(showing(template, passages, {kind.about: item.query}, heading=kind.noun), item, kind.noun)

    def items(seed: int) -> list[Item[Gold]]:
        about = source.asked(seed)

        def made(shown: Shown) -> Item[Gold]:
            one = about[shown.text.id]
            numbers = shown.wanted or range(1, len(shown.sections) + 1)
            gold = frozenset(number for number in one.gold if number in numbers)
            return item_of(shown, one.about, gold, shown.documents)

        def rendered(shown: Shown) -> Prompt:
            return prompt(made(shown), passages_of(shown.documents))

        return [made(one) for one in used.shown(lambda text: text.parts, rendered, REPLY_TOKENS, seed=seed)]

    def notes(responses: Sequence[Response[Attributed]], judgements: Sequence[Judgement]) -> list[str]:
        golds = {one.item.key: one.item.gold for one in responses}.values()
        empty = sum(1 for one in golds if not one)
        return [
            *used.notes,
            *source.notes,
            f"{empty} of {len(golds)} items are about no {kind.noun.lower()}: 'none' scores 1 there.",
        ]

    return Task(
        name=parameters.spec.partition("?")[0],
        paper="Lee et al. (2025), ETHIC, section 3.2",
        about=told(domain_of(parameters), "analyze"),
        items=items,
        prompt=prompt,
        parse=_parsed,
        measures=OWN,
        max_tokens=REPLY_TOKENS,
        expected_tokens=200,
        notes=notes,
        resample=RESAMPLE,
        fingerprint=dict.fromkeys(limits.datasets, used.fingerprint),
        signature=f"{limits.signature}{source.signature}",
    )


def _parsed(item: Item[Gold], reply: str) -> Attributed | None:
    """The parts that a reply chooses; of those that are asked about, where these are not all."""
    found, numbers = read_attributed(reply), frozenset(wanted_of(item))
    if found is None or not numbers:
        return found
    return Attributed(found.chosen & numbers, found.others & numbers)
