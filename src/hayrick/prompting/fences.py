"""Marks around untrusted text that the text cannot contain, so that it cannot alter the prompt's structure."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

_DIGITS = 8
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())
"""ASCII characters that are neither letters nor digits."""

_LINE_ENDS = (0x0B, 0x0C, 0x85, 0x2028, 0x2029)
_SHOWN = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)), " "),
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
    **dict.fromkeys(_LINE_ENDS, "\n"),
    0x09: "\t",
    0x0A: "\n",
}
_CHANGED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Characters of which `tidy` makes others."""


def tidy(text: str) -> str:
    r"""Normalise line ends and control characters of a text.

    Every kind of line end becomes "\n", control characters become spaces, and lone surrogates, which no endpoint
    accepts, become U+FFFD. Nothing else changes; a text without these is returned as it is, not as a copy.
    """
    if not _CHANGED.search(text):
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_SHOWN)


def one_line(text: str) -> str:
    """Put a text on one line: as `tidy`, with every run of white space replaced by one space."""
    return " ".join(tidy(text).split())


@dataclass(frozen=True, slots=True)
class Fence:
    """Opening and closing lines with a mark that does not occur in the text between them.

    Args:
        mark: hexadecimal digits, chosen by `Fence.around`.
    """

    mark: str

    @classmethod
    def around(cls, shared: Iterable[str], others: Iterable[str] = ()) -> Fence:
        """Choose a mark from a hash of the content; equal content gives equal marks.

        A mark that occurs in any of the texts is rejected, also if it occurs with spaces, in another letter case, or in
        characters that look the same after NFKC normalisation.

        Args:
            shared: texts that determine the mark: those at the start of several prompts, so that the prompts keep a
                common prefix.
            others: further texts that must not contain the mark.
        """
        first = tuple(shared)
        known = set(first)
        folded = [_folded(text) for text in others if text not in known]
        return cls(next(mark for mark in _marks(first) if not any(mark in text for text in folded)))

    def opening(self, name: str) -> str:
        """Line before a block of that name."""
        return f"<<{self.mark} {name}>>"

    @property
    def closing(self) -> str:
        """Line after a block."""
        return f"<<{self.mark} end>>"

    def block(self, name: str, text: str) -> str:
        """The text between an opening and a closing line."""
        return f"{self.opening(name)}\n{text}\n{self.closing}"


def _marks(texts: tuple[str, ...]) -> Iterator[str]:
    """Marks that do not occur in these texts, in the order in which they are tried."""
    draw = -1
    while True:
        mark, draw = _next_mark(texts, draw + 1)
        yield mark


@lru_cache(maxsize=8)
def _next_mark(texts: tuple[str, ...], start: int) -> tuple[str, int]:
    """The first mark from a draw on that does not occur in the texts, and its draw."""
    digest = _digest(texts)
    folded = [_folded(text) for text in texts]
    marks = ((hashlib.sha256(digest + draw.to_bytes(8, "big")).hexdigest()[:_DIGITS], draw) for draw in count(start))
    return next((mark, draw) for mark, draw in marks if not any(mark in text for text in folded))


def _digest(texts: Iterable[str]) -> bytes:
    digest = hashlib.sha256()
    for text in texts:
        content = text.encode("utf-8", "replace")
        # Include lengths, so that moving text between documents changes the hash.
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.digest()


def _folded(text: str) -> str:
    """Letters and digits only, as a mark may be misread."""
    written = unicodedata.normalize("NFKC", text).casefold().encode("utf-8", "surrogatepass")
    # Most of what goes is ASCII, and quickly found among bytes.
    found = written.translate(None, _NO_LETTERS).decode("utf-8", "surrogatepass")
    return found if found.isascii() else re.sub(r"[\W_]+", "", found)
