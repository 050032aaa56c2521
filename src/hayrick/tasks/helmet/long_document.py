"""One long document that is cut so that a prompt with it, and the reply, fill a length in tokens.

Source: HELMET, section 2 and appendix B.6, and its released code at commit 4526dfb: documents of long-document
    questions and of summaries are cut at their end; shorter ones than a limit are left out (NarrativeQA: 131,072
    tokens, others 65,536). LongBench's released code cuts the middle out of a prompt.
Differs: a length is exact for the prompt as rendered and the reply, in the tokenizer that is named; the original counts
    the document alone, in Llama-2's tokens, and reserves 200 or 300 for all else. Documents of any length are used
    unless `shortest` says otherwise. What is left out is said in our own words, also where the middle is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from hayrick.prompting import prompt_tokens, tidy
from hayrick.prompting.fitting import largest_fitting
from hayrick.protocols import Passage
from hayrick.records.parameters import Parameters, size_name
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Document, Prompt, Tags

END, MIDDLE = "end", "middle"
NOTES: Mapping[str, str] = {
    END: "\n\n[What follows in the document is left out.]",
    MIDDLE: "\n\n[A part of the document is left out here.]\n\n",
}
"""Where a document is cut -> what stands there instead."""

ID = "document"
"""Id of the only document of an item."""

_TRIES = 4
_SAMPLE = 64
"""Tokens of a document with which it is measured what the rest of the prompt costs."""


class Fitted(NamedTuple):
    """A document as it is shown."""

    text: str
    shown_tokens: int
    """Tokens of the document that are left, without the note that others are not."""

    document_tokens: int
    """Tokens of the whole document."""

    @property
    def document(self) -> Document:
        """The text as the only document of an item."""
        return Document(id=ID, text=self.text)

    @property
    def tags(self) -> Tags:
        """How much of the document is shown, for the item's tags."""
        return {"document_tokens": self.document_tokens, "shown_tokens": self.shown_tokens}


class Cutting(NamedTuple):
    """The parameters of tasks with one long document: `length`, `cut`, `shortest` and `tokenizer`."""

    task: str
    """The task as it was named, for errors."""

    lengths: tuple[int, ...]
    """Tokens of prompt and reply, each a dataset of its own."""

    cut: str
    """`END` or `MIDDLE`."""

    shortest: int
    """Documents of fewer tokens are left out; 0 leaves none out."""

    encoding: str

    @classmethod
    def of(cls, parameters: Parameters) -> Cutting:
        """Read the parameters.

        Raises:
            BadInput: one of them is not what it must be.
        """
        lengths = parameters.sizes("length", "8k")
        cut = parameters.one_of("cut", NOTES)
        shortest = parameters.sizes("shortest", "1")[0]
        return cls(parameters.spec, tuple(lengths), cut, shortest, parameters.encoding())

    @property
    def signature(self) -> str:
        """All parameters on one line."""
        return f"lengths:{'+'.join(map(str, self.lengths))},cut:{self.cut},shortest:{self.shortest},{self.encoding}"

    def fitted(
        self, document: LongDocument, length: int, prompt: Callable[[Sequence[Passage]], Prompt], reply_tokens: int
    ) -> Fitted:
        """As much of a document as fits with the prompt around it and the reply.

        Args:
            document: in the encoding of these parameters.
            length: of prompt and reply.
            prompt: of the item, showing a passage.
            reply_tokens: reserved for the reply.

        Raises:
            BadInput: not even one token of the document fits.
        """

        def size(text: str) -> int:
            shown = prompt([Passage(document=ID, position=1, text=text)])
            return prompt_tokens(shown, self.encoding) + reply_tokens

        found = document.fitted(size, length, self.cut)
        if found is None:
            around = size(".")
            expected = f"more than {around:,}, which prompt and reply need without the document"
            raise BadInput(f"task '{self.task}'", f"length {length}", expected, "Give a greater length.")
        return found


class LongDocument:
    """A document that is counted once and encoded once, however often it is cut.

    Args:
        text: is not blank.
        encoding: a name of `hayrick.tokens.ENCODINGS`.
    """

    def __init__(self, text: str, encoding: str) -> None:
        self.text = tidy(text).strip()
        self.encoding = encoding

    @cached_property
    def _ends(self) -> Sequence[int]:
        return tokenizer(self.encoding).ends(self.text)

    @property
    def tokens(self) -> int:
        """Tokens of the whole document."""
        return len(self._ends)

    def shown(self, n: int, cut: str) -> str:
        """The first `n` tokens and a note; or as many in all from both ends, the first half being the greater one."""
        if n >= self.tokens:
            return self.text
        if cut == END:
            return self.text[: self._ends[n - 1]] + NOTES[END]
        n_last = n // 2
        last = self.text[self._ends[self.tokens - n_last - 1] :] if n_last else ""
        return self.text[: self._ends[n - n_last - 1]] + NOTES[MIDDLE] + last

    def fitted(self, size: Callable[[str], int], length: int, cut: str = END) -> Fitted | None:
        """As much of the document as fits a length; None where not even one token does.

        Tokens at a cut need not add up to those of the parts, so that every candidate is counted as a whole; the first
        one fits exactly as a rule.

        Args:
            size: tokens of prompt and reply with a text in place of the document.
            length: that is not to be exceeded.
            cut: `END` or `MIDDLE`.
        """
        few = min(_SAMPLE, self.tokens)
        room = length - size(self.shown(few, cut)) + few
        sizes: dict[int, int] = {}

        def size_of(n: int) -> int:
            if n not in sizes:
                sizes[n] = size(self.shown(n, cut))
            return sizes[n]

        n = min(max(room, 1), self.tokens)
        if self.tokens - n <= len(NOTES[cut]) and size_of(self.tokens) <= length:
            n = self.tokens
        for _ in range(_TRIES):
            if n == self.tokens or size_of(n) == length:
                break
            n = min(max(n + length - size_of(n), 1), self.tokens)
        n = n if size_of(n) == length else largest_fitting(lambda n: size_of(n) <= length, n, self.tokens)
        return Fitted(self.shown(n, cut), n, self.tokens) if n else None


def dataset(task: str, length: int) -> str:
    """Name of the stratum of a task's items of one length."""
    return f"{task.rpartition('/')[2]}@{size_name(length)}"
