"""Marks around untrusted text that the text cannot contain, so that a prompt's structure holds whatever it shows."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

_DIGITS = 8
_LINE_ENDS = (0x0B, 0x0C, 0x85, 0x2028, 0x2029)
_SHOWN = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)), " "),
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
    **dict.fromkeys(_LINE_ENDS, "\n"),
    0x09: "\t",
    0x0A: "\n",
}


@lru_cache(maxsize=2048)
def tidy(text: str) -> str:
    r"""Text whose lines and characters are what they seem.

    Every sort of line end becomes "\n", control characters become spaces, and lone halves of surrogate pairs, which no
    endpoint can be sent, become U+FFFD. Nothing else changes.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_SHOWN)


def one_line(text: str) -> str:
    """Text on one line: as `tidy`, and every run of white space is one space."""
    return " ".join(tidy(text).split())


@dataclass(frozen=True, slots=True)
class Fence:
    """Opening and closing lines with a mark that occurs in nothing they stand around.

    Args:
        mark: hexadecimal digits, drawn by `Fence.around`.
    """

    mark: str

    @classmethod
    def around(cls, shared: Iterable[str], others: Iterable[str] = ()) -> Fence:
        """Draw a mark from a hash of the content; the same content gives the same mark.

        A mark that occurs in any of the texts is drawn again, also where it is spaced out, written in other letter
        case or in characters that look the same after NFKC normalisation.

        Args:
            shared: texts that the mark depends on: those that several prompts begin with, so that their common
                beginning stays the same.
            others: texts that only must not contain it.
        """
        first = list(shared)
        digest = hashlib.sha256()
        for text in first:
            content = text.encode("utf-8", "replace")
            # Lengths, so that moving text from one document to the next makes another hash.
            digest.update(len(content).to_bytes(8, "big") + content)
        folded = [_folded(text) for text in (*first, *others)]
        marks = (hashlib.sha256(digest.digest() + draw.to_bytes(8, "big")).hexdigest()[:_DIGITS] for draw in count())
        return cls(next(mark for mark in marks if not any(mark in text for text in folded)))

    def opening(self, name: str) -> str:
        """Line before something of that name."""
        return f"<<{self.mark} {name}>>"

    @property
    def closing(self) -> str:
        """Line after it."""
        return f"<<{self.mark} end>>"

    def block(self, name: str, text: str) -> str:
        """Text between an opening and a closing line."""
        return f"{self.opening(name)}\n{text}\n{self.closing}"


@lru_cache(maxsize=2048)
def _folded(text: str) -> str:
    """Letters and digits only: as a careless reader sees a mark."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())
