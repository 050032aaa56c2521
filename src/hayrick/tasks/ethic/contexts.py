"""What ETHIC's tasks ask about: a domain's texts, filtered, cut into sections, and as many of these as fit a length.

Source: ETHIC, sections 3.1 (texts of at least 10,000 tokens) and 3.3 (sections of at most 1,024 tokens).
Differs: limits are parameters, and all are counted in the tokenizer that is named; any length can be wanted for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from hayrick.prompting import prompt_tokens
from hayrick.prompting.fitting import largest_fitting, told
from hayrick.protocols import Passage, Resample
from hayrick.records.parameters import Parameters, size_name
from hayrick.records.read_files import fingerprint_bytes
from hayrick.tasks.ethic.corpus import Text
from hayrick.tasks.ethic.texts import SECTION_TOKENS, sections_of
from hayrick.tasks.ethic.wanted import WANTED, WHICH, chosen, drawn, read_wanted
from hayrick.tokens import token_counts
from hayrick.types import BadInput, Document, Item, Prompt, Tags

LEAST_TOKENS = 10_000
TEXTS = Resample(across_datasets=True, groups_note="Intervals resample texts.")
"""A text is one group, at however many lengths, and about however many of its sections, it is asked about."""

G = TypeVar("G")
Sections = tuple[str, ...]


class Shown(NamedTuple):
    """The sections of a text that are asked about together."""

    dataset: str
    text: Text
    sections: Sections
    tags: Tags
    wanted: tuple[int, ...] = ()
    """Numbers of the sections that are asked about; none for all."""

    @property
    def chosen(self) -> Sections:
        """The sections that are asked about."""
        return chosen(self.sections, self.wanted)

    @property
    def documents(self) -> tuple[Document, ...]:
        """A document a section."""
        return tuple(Document(id=str(place), text=one) for place, one in enumerate(self.sections, start=1))


class Limits(NamedTuple):
    """Which texts are used, and how much of them.

    Args:
        task: as it was given, for messages.
        least: tokens of a text, below which it is left out.
        after: the earliest date, or the beginning of one; "" for any. Texts without a date are left out by it.
        before: the latest date.
        n: texts, the first so many; 0 for all.
        sections: of a text, the first so many; 0 for all.
        lengths: of prompt and reply, in tokens; none for whole texts.
        encoding: of all tokens.
        wanted: how many of the sections shown are asked about; none for all.
    """

    task: str
    least: int
    after: str
    before: str
    n: int
    sections: int
    lengths: Sequence[int]
    encoding: str
    wanted: Sequence[int] = ()

    @classmethod
    def of(cls, parameters: Parameters, *, wanting: bool = False) -> Limits:
        """The parameters `least`, `after`, `before`, `n`, `sections`, `length` and `tokenizer`.

        Args:
            parameters: of the task.
            wanting: whether the task has the parameter `wanted`, too.

        Raises:
            BadInput: one of them is not what it must be.
        """
        length = parameters.text("length", "")
        if length:
            parameters.left["length"] = length
        return cls(
            task=parameters.spec,
            least=parameters.whole("least", LEAST_TOKENS, least=0, most=10**9),
            after=parameters.text("after", ""),
            before=parameters.text("before", ""),
            n=parameters.whole("n", 0, least=0),
            sections=parameters.whole("sections", 0, least=0),
            lengths=parameters.sizes("length", "") if length else (),
            encoding=parameters.encoding(),
            wanted=read_wanted(parameters) if wanting else (),
        )._checked()

    def _checked(self) -> Limits:
        if len(self.wanted) > 1 and len(self.lengths) > 1:
            found = "several lengths and several counts wanted"
            raise BadInput(f"task '{self.task}'", found, "several of one of them", "Make two runs.")
        return self

    @property
    def signature(self) -> str:
        """All limits, on one line."""
        dates = f",after:{self.after}" * bool(self.after) + f",before:{self.before}" * bool(self.before)
        lengths = f",lengths:{'+'.join(map(str, self.lengths))}" if self.lengths else ""
        wanted = f",wanted:{'+'.join(map(str, self.wanted))}" if self.wanted else ""
        return (
            f"section:{SECTION_TOKENS},least:{self.least},n:{self.n or 'all'},sections:{self.sections or 'all'}"
            f"{dates}{lengths}{wanted}{told(self.encoding)}"
        )

    @property
    def name(self) -> str:
        """The task's name after "/", by which its strata are called: a run may hold several tasks of a domain."""
        return self.task.partition("?")[0].rpartition("/")[2]

    @property
    def datasets(self) -> list[str]:
        """Names of the strata: the task's, at every length and for every count that are given."""
        return [self.dataset(length, wanted) for length in self.lengths or [0] for wanted in self.wanted or [0]]

    def dataset(self, length: int, wanted: int) -> str:
        """Name of a stratum; 0 for whole texts, and for all sections."""
        return f"{self.name}{f'@{size_name(length)}' if length else ''}{f'-wanted{wanted}' if wanted else ''}"

    def used(self, texts: Sequence[Text]) -> Used:
        """The texts within these limits.

        Raises:
            BadInput: there is none.
        """
        dated = [one for one in texts if self._in_time(one.date)]
        sizes = [sum(token_counts(one.parts, self.encoding)) for one in dated] if self.least else [0] * len(dated)
        kept = [one for one, size in zip(dated, sizes, strict=True) if size >= self.least]
        if not kept:
            longest = f", the longest of {max(sizes):,} tokens" if any(sizes) else ""
            found = f"{len(texts)} texts{longest}, none within least={self.least}, after and before"
            raise BadInput(f"task '{self.task}'", found, "at least one", "Give ?least=0, or other dates.")
        return Used(kept[: self.n or None], len(texts) - len(dated), len(dated) - len(kept), self)

    def _in_time(self, date: str) -> bool:
        if not (self.after or self.before):
            return True
        return bool(date) and date >= self.after and (not self.before or date <= f"{self.before}\uffff")


class Used(NamedTuple):
    """Texts that are used, and how many are not."""

    texts: Sequence[Text]
    n_other_dates: int
    n_short: int
    limits: Limits

    @property
    def fingerprint(self) -> str:
        """Fingerprint of all texts."""
        written = "\0".join("\0".join((one.id, one.date, *one.parts)) for one in self.texts)
        return fingerprint_bytes(written.encode("utf-8", "backslashreplace"))

    @property
    def notes(self) -> list[str]:
        """Of what date the texts are, and how many are left out: a model may have been trained on what is old."""
        dates = sorted(one.date for one in self.texts if one.date)
        span = f"dated {dates[0]} to {dates[-1]}" if dates else "without dates"
        undated = len(self.texts) - len(dates) if dates else 0
        noun = "text" if len(self.texts) == 1 else "texts"
        found = [f"{len(self.texts)} {noun}, {span}{f', {undated} without a date' if undated else ''}."]
        if self.n_other_dates or self.n_short:
            parts = []
            if self.n_other_dates:
                parts.append(f"{self.n_other_dates} of another date or none")
            if self.n_short:
                parts.append(f"{self.n_short} of fewer than {self.limits.least:,} tokens")
            found.append(f"Left out: {', '.join(parts)}.")
        if most := max(self.limits.wanted, default=0):
            found.append(f"Texts of which fewer than {most} sections are shown are left out; what is wanted is drawn.")
        return found

    def shown(
        self,
        cut: Callable[[Text], Sections],
        prompt: Callable[[Shown], Prompt],
        reply_tokens: int,
        together: int = 0,
        seed: int = 0,
    ) -> Iterator[Shown]:
        """What is asked together: a text's sections, so many at a time, or as many as fill a length.

        Args:
            cut: a text into sections.
            prompt: what a model is sent.
            reply_tokens: that are reserved.
            together: sections at a time; 0 for all. Not used with lengths.
            seed: by which the sections that are asked about are drawn, if not all are.

        Raises:
            BadInput: not even one section fits a length, or no text has as many sections as are asked about.
        """
        limits = self.limits
        cuts = {one.id: cut(one)[: limits.sections or None] for one in self.texts}
        if limits.wanted and together:
            raise BadInput(f"task '{limits.task}'", "wanted and together", "one of them", "Leave together out.")
        for length in limits.lengths or [0]:
            for wanted in limits.wanted or [0]:
                every = [Shown(limits.dataset(length, wanted), text, cuts[text.id], {}) for text in self.texts]
                if length:
                    every = [self._filling(length, wanted, one, prompt, reply_tokens, seed) for one in every]
                if wanted:
                    every = self._wanting(every, wanted, seed)
                yield from (_tagged(one) for whole in every for one in _parts(whole, 0 if length else together))

    def _wanting(self, every: Sequence[Shown], wanted: int, seed: int) -> list[Shown]:
        most = max(self.limits.wanted)
        kept = [one._replace(wanted=_drawn(one, wanted, seed)) for one in every if len(one.sections) >= most]
        if not kept:
            found = f"texts of which at most {max(len(one.sections) for one in every)} sections are shown"
            raise BadInput(f"task '{self.limits.task}'", found, f"one of {most} sections or more, for wanted={most}")
        return kept

    def _filling(
        self, length: int, wanted: int, all_of: Shown, prompt: Callable[[Shown], Prompt], reply_tokens: int, seed: int
    ) -> Shown:
        def first(n: int) -> Shown:
            part = all_of._replace(sections=all_of.sections[:n], tags={"length": length})
            return part._replace(wanted=_drawn(part, wanted, seed)) if wanted else part

        def fits(n: int) -> bool:
            return prompt_tokens(prompt(_tagged(first(n))), self.limits.encoding) <= length - reply_tokens

        sums, guess = 0, 0
        for size in token_counts(all_of.sections, self.limits.encoding):
            sums += size
            guess += sums <= length - reply_tokens
        n = largest_fitting(fits, guess, len(all_of.sections))
        if not n:
            cure = "Give a greater length."
            raise BadInput(f"task '{self.limits.task}'", f"length {length}", "room for one section and a reply", cure)
        return first(n)


def _drawn(shown: Shown, wanted: int, seed: int) -> tuple[int, ...]:
    return drawn(len(shown.sections), wanted, f"{seed}/{shown.text.id}")


def _parts(shown: Shown, together: int) -> Iterator[Shown]:
    """Divide a text into parts of `together` sections; 0 leaves it whole."""
    for first in range(0, len(shown.sections), together or len(shown.sections) or 1):
        part = shown.sections[first : first + (together or len(shown.sections))]
        yield shown._replace(sections=part, tags={**shown.tags, **({"first_section": first + 1} if together else {})})


def by_parts(encoding: str) -> Callable[[Text], Sections]:
    """Cuts a text's parts into sections; none reaches from one part into the next."""
    return lambda text: tuple(one for part in text.parts for one in sections_of(part, SECTION_TOKENS, encoding))


def passages_of(documents: Sequence[Document]) -> list[Passage]:
    """All documents, as a model is shown them where nothing is left out."""
    return [Passage(document=one.id, position=place, text=one.text) for place, one in enumerate(documents, start=1)]


def fingerprint_of(section: str) -> str:
    """Fingerprint by which the labels and summaries of a section are found."""
    return fingerprint_bytes(" ".join(section.split()).encode("utf-8", "backslashreplace"))


def _tagged(shown: Shown) -> Shown:
    """With its date, the number of its sections and, of a single one, its fingerprint, as tags."""
    more: dict[str, str | int] = {"date": shown.text.date} if shown.text.date else {}
    if len(shown.sections) == 1:
        more["section_text"] = fingerprint_of(shown.sections[0])
    if shown.wanted:
        more |= {WANTED: len(shown.wanted), WHICH: ",".join(map(str, shown.wanted))}
    return shown._replace(tags={**shown.tags, **more, "sections": len(shown.sections)})


def item_of(shown: Shown, query: str, gold: G, documents: Sequence[Document]) -> Item[G]:
    """The item of what is shown; a text is a group."""
    first = shown.tags.get("first_section", 1)
    part = "" if first == 1 else f"-{first}"
    return Item(
        dataset=shown.dataset,
        group=shown.text.id,
        id=f"{shown.dataset}-{shown.text.id}{part}",
        query=query,
        gold=gold,
        documents=tuple(documents),
        tags=shown.tags,
    )
