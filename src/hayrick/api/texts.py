"""Judges and cites plain texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hayrick.api.names import Names, of_arguments
from hayrick.api.options import models_of, require
from hayrick.attribution import DEFAULT, Attribution, Attributor
from hayrick.harness.naming.unused_options import require_used
from hayrick.harness.running.used_options import used_by_judge
from hayrick.harness.storage.folder import run_folder
from hayrick.harness.validating.judging import Given, judged, ready
from hayrick.haystacks.documents import require_texts
from hayrick.records.user_code import in_memory
from hayrick.replies.bullets import citable
from hayrick.tasks.summhay import items_of
from hayrick.tasks.summhay import task as summhay_task
from hayrick.tasks.summhay.answers import answer_of
from hayrick.types import BadInput, Bullet, Document, Haystack, Insight, Judgement, Response, Subtopic, Summary


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a judge says of one insight."""

    insight: str
    label: str | None
    """`none`, `partial` or `full`; None if the judge gave no readable verdict."""

    value: float | None
    """From 0 to 1; None if the judge gave no readable verdict."""

    bullet: str | None
    """Text of the bullet that states the insight; None if there is none."""

    contradicted: bool = False
    """Whether the summary states the opposite."""

    reason: str | None = field(default=None, repr=False)
    """The judge's reason, where it gives one."""


@of_arguments()
def judge(
    insights: str | Sequence[str],
    summary: str | Sequence[str],
    judge: object = "local",
    *,
    query: str = "",
    **options: Any,
) -> list[Verdict]:
    """Judge how far a summary covers each insight.

    Args:
        insights: one or several texts.
        summary: text of the summary, a bullet a line, or a list of bullets.
        judge: name (`hayrick list judges`), object with `judge`, or function (insight, bullet); see `hayrick.run`.
        query: what the summary was asked for; the local judge gives its words little weight, since a summary repeats
            them whether it answers or not.
        options: of models, by the names in `ModelOptions`.

    Returns:
        One verdict for each insight.

    Raises:
        BadInput: a text or the query is no text, the judge is unknown, or it does not use an option.
    """
    texts = [insights] if isinstance(insights, str) else _texts("insights", insights)
    said = summary.splitlines() if isinstance(summary, str) else _texts("summary", summary)
    if not isinstance(query, str):
        raise BadInput("query", f"a {type(query).__name__}", "a text")
    if not texts:
        return []
    found = tuple(Insight(id=str(number), text=one) for number, one in enumerate(texts, start=1))
    topic = Subtopic(id="1", title="", query=query, insights=found)
    haystack = Haystack(id="texts", topic="", documents=(), subtopics=(topic,), held_by={})
    (item,) = items_of([haystack])
    answer = answer_of(said, {})
    response = Response(item=item, system="summary", context="full", answer=answer, reply="\n".join(said))
    names = Names()
    name = names.judge(judge) or "local"
    models = models_of(options)
    task = summhay_task([haystack])
    with in_memory(names.values), run_folder(None, "judge", {}) as folder:
        one = ready(name, task, models)
        require_used(models, used_by_judge(name, one.judge, task, models))
        (verdicts,) = judged([Given("1", item, response)], one, folder, models)
    return [_verdict(one, text, answer) for one, text in zip(verdicts.judgements, texts, strict=True)]


def _verdict(one: Judgement, insight: str, answer: Summary | None) -> Verdict:
    covered = one.link if one.label not in (None, "none") else None
    bullet = next((bullet.text for bullet in (answer.bullets if answer else ()) if bullet.id == covered), None)
    return Verdict(
        insight=insight,
        label=one.label,
        value=one.value,
        bullet=bullet,
        contradicted=one.contradicted,
        reason=one.unparsed.reason if one.unparsed else one.reason,
    )


@dataclass(frozen=True, kw_only=True)
class CitedBullet:
    """A bullet with the documents that support it."""

    text: str
    """Without citations."""

    cites: tuple[str, ...]
    """Ids of the documents to cite, in their order; empty if none supports the bullet well enough."""

    own_cites: tuple[str, ...]
    """Ids of the documents that the text cited."""

    by: str | None
    """Name of the model that chose them, of those that were asked in turn; None if none are cited."""

    evidence: Mapping[str, str] = field(repr=False)
    """Id of a cited document -> its sentence that fits the bullet best."""


@dataclass(frozen=True)
class Citations:
    """A text with its citations replaced; prints as the text."""

    bullets: tuple[CitedBullet, ...]
    numbers: Mapping[str, int] = field(repr=False)
    """Id of a document -> its number in citations, from 1."""

    @property
    def text(self) -> str:
        """One bullet a line, with citations such as `[3]` by the documents' numbers."""
        return "\n".join(f"- {one.text} {self._marks(one)}".rstrip() for one in self.bullets)

    def _marks(self, bullet: CitedBullet) -> str:
        return "".join(f"[{self.numbers[id]}]" for id in bullet.cites)

    def __iter__(self) -> Iterator[CitedBullet]:
        """The bullets."""
        return iter(self.bullets)

    def __len__(self) -> int:
        """Number of bullets."""
        return len(self.bullets)

    def __repr__(self) -> str:
        """The text with its citations."""
        return self.text


@of_arguments()
def cite(
    documents: Haystack | Mapping[str, str] | Sequence[str] | Sequence[Document],
    text: str | Sequence[str],
    model: str = DEFAULT,
) -> Citations:
    """Find for each bullet of a text the documents that support it, and cite them in the place of its own citations.

    Args:
        documents: texts (their ids are "1", "2", ...), id -> text, `Document`s, or a haystack.
        text: the text, a bullet a line, or a list of bullets; citations in it are kept as `own_cites`.
        model: models of attribution, see `attribution.load_model`.

    Raises:
        BadInput: a text is no text, an id occurs twice, or there is no such model.
    """
    require(model=model)
    found = _documents(documents)
    said = text.splitlines() if isinstance(text, str) else _texts("text", text)
    answer = answer_of(said, citable(found))
    numbers = {one.id: number for number, one in enumerate(found, start=1)}
    attributor = Attributor(found, model=model)
    bullets = answer.bullets if answer else ()
    attributed = attributor.attribute([one.text for one in bullets])
    return Citations(tuple(map(_cited, bullets, attributed, [numbers] * len(bullets))), numbers)


def _cited(bullet: Bullet, found: Attribution, numbers: Mapping[str, int]) -> CitedBullet:
    return CitedBullet(
        text=bullet.text,
        cites=tuple(sorted(found.cited, key=numbers.__getitem__)),
        own_cites=tuple(sorted(bullet.cites, key=numbers.__getitem__)),
        by=found.by,
        evidence={one.document_id: one.sentence for one in found.supports if one.document_id in found.cited},
    )


def _documents(given: object) -> tuple[Document, ...]:
    if isinstance(given, Haystack):
        return given.documents
    if isinstance(given, Mapping):
        return tuple(map(_document, map(str, given), _texts("documents", given.values())))
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise BadInput("documents", f"a {type(given).__name__}", "a list of texts, a dict id -> text, or a haystack")
    if all(isinstance(one, Document) for one in given):
        require_texts(given)
        return tuple(given)
    texts = _texts("documents", given)
    return tuple(_document(str(number), text) for number, text in enumerate(texts, start=1))


def _document(id: str, text: str) -> Document:
    return Document(id=id, text=text)


def _texts(where: str, given: object) -> list[str]:
    """The texts that were given.

    Raises:
        BadInput: they are no texts.
    """
    found: list[object] = list(given) if isinstance(given, Iterable) else [given]
    wrong = [one for one in found if not isinstance(one, str)]
    if wrong:
        raise BadInput(where, f"a {type(wrong[0]).__name__}", "texts")
    return [one for one in found if isinstance(one, str)]
