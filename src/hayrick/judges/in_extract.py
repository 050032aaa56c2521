"""A judge that sees an extract in the place of what it would read: the source, a reference, or cited documents.

Source: Less is More (Wu et al., 2024), sections 2 and 4: extracts of 1,000 to 2,000 tokens, longer than the summary.
Differs: any judge that reads texts can be given extracts, not ratings alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from types import MappingProxyType
from typing import Any, Protocol, TypeVar, cast

from hayrick.protocols import About, Ask, Judge, JudgeMaker, JudgeOptions, about_of
from hayrick.retrieval.extraction import JudgeContext, judge_context
from hayrick.tokens import token_counts
from hayrick.types import BadInput, Document, Item, Judgement, Response

Shorten = Callable[[str, str], str]
"""Of a summary and a text: the extract of the text for the summary."""

G = TypeVar("G")
A = TypeVar("A")


class Shortens(Protocol):
    """What a judge has beside `protocols.Judge` if it can be given extracts."""

    def shortened(self, item: Item[Any], response: Response[Any], shorten: Shorten) -> Item[Any]:
        """The item with extracts in the place of what this judge reads to decide about this response.

        What does not depend on the response, such as the key points of a reference, is not shortened.
        """


class ReadsSource:
    """What judges of texts are that read the source, all documents of an item: an extract of it can stand there."""

    __slots__ = ()

    def shortened(self, item: Item[Sequence[str]], response: Response[str], shorten: Shorten) -> Item[Sequence[str]]:
        """See `Shortens`: an extract of the source; references are left as they are."""
        if not (source := source_of(item)):
            return item
        return replace(item, documents=(Document(id="extract", text=shorten(response.answer or "", source)),))


@dataclass(slots=True, kw_only=True)
class InExtract:
    """Shows a judge extracts for each response, and keeps count of them.

    Args:
        inner: a judge that follows `Shortens`; see `in_extract`.
        context: extractor and budget.
    """

    inner: Judge[Any, Any]
    context: JudgeContext
    _shown: dict[tuple[str, str], str] = field(default_factory=dict, init=False)
    """Summary and text -> extract."""

    @property
    def name(self) -> str:
        """Name of the judge, as the user gave it."""
        return self.inner.name

    @property
    def signature(self) -> str:
        """Everything that its judgements depend on, the context included."""
        return f"{self.inner.signature};context={self.context.signature}"

    @property
    def asks(self) -> bool:
        """Whether the judge asks a model."""
        return self.inner.asks

    @property
    def about(self) -> About:
        """What the judge says of itself; its note says also how long the extracts were."""
        texts = [text for _, text in self._shown]
        lengths = extract_notes(
            self.name, self.context.budget, [one for one, _ in self._shown], texts, self._shown.values()
        )
        about = about_of(self.inner)
        return replace(about, note=" ".join(filter(None, (about.note, *lengths))))

    async def judge(self, item: Item[Any], response: Response[Any], ask: Ask) -> Sequence[Judgement]:
        """What the judge makes of the response when it sees extracts."""
        shown = cast(Shortens, self.inner).shortened(item, response, self._extract)
        return await self.inner.judge(shown, response, ask)

    def _extract(self, summary: str, text: str) -> str:
        """Extracts are kept: a run judges a response again when replies have come."""
        if (summary, text) not in self._shown:
            extract = self.context.extractor.extracts(summary, text, [self.context.budget])[0]
            self._shown[summary, text] = extract.text
        return self._shown[summary, text]


def extract_notes(
    reader: str, budget: int, summaries: Iterable[str], texts: Iterable[str], extracts: Iterable[str]
) -> list[str]:
    """How long extracts are, and a warning where summaries are longer than the budget; nothing without extracts.

    Args:
        reader: name of the judge or metric that reads the extracts, for the note.
        budget: tokens of an extract.
        summaries: that they were made for; one may occur several times.
        texts: that they were made from.
        extracts: one for each text.
    """
    whole, shown = (token_counts(tuple(several)) for several in (texts, extracts))
    if not shown:
        return []
    mean, of = fmean(shown), fmean(whole)
    found = [f"{reader}: extracts of {len(shown)} texts have {mean:,.0f} of their {of:,.0f} tokens on average."]
    different = list(dict.fromkeys(summaries))
    longer = sum(n > budget for n in token_counts(tuple(different)))
    if longer:
        found.append(
            f"{longer} of {len(different)} summaries are longer than the {budget} tokens of an extract, which cannot "
            "support all that they say: take a greater budget."
        )
    return found


def source_of(item: Item[Any]) -> str:
    """The texts of an item's documents, one after the other."""
    return "\n\n".join(one.text for one in item.documents if one.text.strip())


def in_extract(
    judge: Judge[G, A], context: str | None, makers: Mapping[str, JudgeMaker[G, A]] = MappingProxyType({})
) -> Judge[G, A]:
    """The judge with extracts in the place of what it reads.

    Args:
        judge: any.
        context: `extract:NAME@TOKENS`, see `judge_context`; None for the judge as it is.
        makers: other judges of the same task, for the error.

    Raises:
        BadInput: the judge reads no text that an extract can stand for, or there is no such context.
    """
    if context is None:
        return judge
    if not reads_texts(judge):
        found = f"--judge {judge.name} reads no source, reference or documents that an extract could stand for"
        names = [name for name, maker in makers.items() if _needs_no_file(name) and _reads(name, maker)]
        expected = f"a judge that reads texts: {', '.join(names)}" if names else "no such option for this task"
        raise BadInput(f"--judge-context '{context}'", found, expected, "Leave it out.")
    return InExtract(inner=judge, context=judge_context(context))


def reads_texts(judge: Judge[G, A]) -> bool:
    """Whether a judge reads texts that an extract can stand for."""
    return hasattr(judge, "shortened") and about_of(judge).reads_texts


def _needs_no_file(name: str) -> bool:
    return name.rpartition(":")[2] in (name, "MODEL", "local")


def _reads(name: str, maker: JudgeMaker[G, A]) -> bool:
    return reads_texts(maker.make(JudgeOptions(name=name)))
