"""What a system said nearest to what was wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hayrick.lexical import Index
from hayrick.records.values import json_value
from hayrick.records.write_files import to_json
from hayrick.text import terms
from hayrick.types import Bullet, Response, Summary


@dataclass(frozen=True, slots=True)
class Said:
    """What a system said nearest to what was wanted: a bullet of its summary, or its whole answer."""

    text: str
    bullet: int | None = None
    """Id of the bullet; None for a whole answer."""

    shared: int = 0
    """Distinct content words of the insight that the bullet has."""

    of: int = 0
    """Distinct content words of the insight."""

    judged: bool = True
    """False for a bullet beyond those that are judged, see `Response.n_unread`."""


def answer_of(response: Response[Any]) -> Said | None:
    """The whole answer of a response as text: its reply where it has one; None if the system said nothing."""
    if response.reply.strip():
        return Said(response.reply)
    answer = json_value(response.answer)
    return None if answer is None else Said(answer if isinstance(answer, str) else to_json(answer))


class Nearest:
    """Finds the bullet of a summary that shares most words with a text, by BM25; rare words count more.

    Bullets that are not judged are searched too.

    Args:
        response: a summary; one without answer has no bullets.
    """

    def __init__(self, response: Response[Summary]) -> None:
        self.bullets: Sequence[Bullet] = response.answer.written if response.answer else ()
        self.n_judged = len(self.bullets) - response.n_unread
        self._index: Index | None = None

    def to(self, text: str) -> Said | None:
        """The nearest bullet, the first of equals; None if no bullet shares a content word with the text."""
        if self._index is None:
            self._index = Index([one.text for one in self.bullets])
        scores = self._index.bm25_documents(self._index.query(text))
        if not self.bullets or scores.max() <= 0:
            return None
        number = int(scores.argmax())
        bullet, wanted = self.bullets[number], set(terms(text))
        shared = len(wanted & set(terms(bullet.text)))
        return Said(bullet.text, bullet.id, shared, len(wanted), number < self.n_judged)
