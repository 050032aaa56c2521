"""Whether what one text denies is what the other one refuses or turns round: "rejected it", "did not accept it"."""

from __future__ import annotations

from collections.abc import Set

from hayrick.judges.coverage.guards.contraries import contraries
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.polarity import governs
from hayrick.judges.coverage.words.denial_words import ADVERSE, ORDINARY
from hayrick.judges.coverage.words.lemmas import root
from hayrick.numerals import listed

_BESIDE = 3
"""How many terms before and after a word of refusal may be what is refused."""
_FEW = frozenset(listed("only few little hardly scarcely barely"))


def is_paraphrase(insight: Facts, bullet: Facts, denied: Set[str]) -> bool:
    """Whether beside what is denied the insight has a word of refusal, or an opposite, which the bullet lacks."""
    lost, extra = insight.reading.words - bullet.reading.words, bullet.reading.words - insight.reading.words
    instead = (ADVERSE & lost).union(word for word, _ in contraries(lost, extra))
    resolved = {one.at for one in insight.denials}
    keys = insight.keys
    n = 0
    for at, (token, key) in enumerate(zip(insight.reading.lower, insight.line, strict=True)):
        if (
            token not in bullet.spoken
            and key not in bullet.reading.words
            and (
                key in instead
                or token in _FEW
                or (at not in resolved and governs(token) and root(token) not in ORDINARY)
            )
            and not denied.isdisjoint(keys[max(0, n - _BESIDE) : n + _BESIDE + 1])
        ):
            return True
        n += bool(key)
    return False
