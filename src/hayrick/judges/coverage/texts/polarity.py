"""Which words of a text stand under a denial: the whole span, by every wording that denies. See `negations`, too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import compress
from operator import or_

from hayrick.judges.coverage.texts.denial_ends import NEGATION, STOPS, Denial, clause_begin, denied_end
from hayrick.judges.coverage.texts.frames import OTHERS, SURE, cue
from hayrick.judges.coverage.texts.negated import negated
from hayrick.judges.coverage.texts.parties import is_by_another
from hayrick.judges.coverage.words.denial_words import AGENTS, GOVERNORS, LITOTES, NEGATIVES, is_symbol
from hayrick.judges.coverage.words.function_words import BE, DETERMINERS, FINITE
from hayrick.judges.coverage.words.lemmas import is_past, root
from hayrick.judges.coverage.words.reading import content_word
from hayrick.numerals import listed

_PHRASES = frozenset(["than", "of"])
"""Links of governors that deny a phrase before a clause: "rather than repair the roof it spent"."""

_BE = BE | {"got"}
_PASSIVE = frozenset(["", "off", "down", "out", "from *ing"])
"""Links of governors that deny what is before them in the passive: "was called off"."""

_BEFORE_NOUNS = DETERMINERS | {"of", "in"}
_BESIDE_ZERO = frozenset(listed("below above to from at of near around than"))
"""What stands before the zero of a scale."""

_PRONOUNS = frozenset(listed("it them him her this that which whom"))
_NEEDED = 12
"""Within how many tokens after "without it" nothing is denied: what cannot be without it is what needs it."""


@lru_cache(maxsize=100_000)
def governs(token: str) -> bool:
    """Whether a lower-case word may deny what follows it."""
    return token in NEGATIVES or (token not in AGENTS and root(token) in GOVERNORS)


@lru_cache(maxsize=100_000)
def _sign(token: str) -> int:
    return cue(token) + OTHERS * governs(token)


def signs(lower: Iterable[str]) -> int:
    """The cues of lower-case tokens for frames and, in the bit `OTHERS`, for other denials: most have none."""
    return reduce(or_, set(map(_sign, lower)), 0)


def may_deny(signs: int) -> bool:
    """Whether a text with these signs has a word that denies by itself."""
    return bool(signs & (SURE | OTHERS))


def denials(tokens: Sequence[str], lower: Sequence[str]) -> list[Denial]:
    """All denials of a text, in order; within a sentence a word with a capital is a name, "NOT" is none."""
    found: list[Denial] = []
    needed = 0
    for at in compress(range(len(lower)), map(governs, lower)):
        is_stressed = lower[at] in NEGATIVES and tokens[at].isupper() and not is_symbol(lower, at)
        is_first = not at or lower[at - 1] in STOPS or (at == 1 and not lower[0].isalnum())
        is_name = tokens[at] != lower[at] and not is_first and not is_stressed
        # What belongs to the wording of the last one ("stopped short of") is none of its own.
        is_number = lower[at] == "zero" and lower[max(0, at - 1)] in _BESIDE_ZERO
        if is_name or is_number or at < needed or (found and found[-1].at < at < found[-1].start):
            continue
        if lower[at] == "without" and not _PRONOUNS.isdisjoint(lower[at + 1 : at + 2]):
            needed = at + _NEEDED
            continue
        one = negated(lower, at) if lower[at] in NEGATIVES else _governed(lower, at)
        if (
            one
            and one.start < one.end
            and not (lower[at] in NEGATIVES and one.end <= at and is_by_another(tokens, 0, at))
        ):
            governs_next = bool(found) and found[-1].governor == NEGATION and found[-1].start >= at - 1
            if governs_next and one.start > at and lower[at] not in NEGATIVES:
                # "Could not keep the port from buying it" says nothing of the port.
                found[-1] = found[-1]._replace(start=one.start, end=max(one.end, found[-1].end))
            found.append(one)
    return found


def reached(length: int, denials: Sequence[Denial]) -> list[bool]:
    """Whether each of so many tokens stands under an odd number of denials, or before one that looks back."""
    mask = [False] * length
    for one in denials:
        for i in range(one.start, one.end):
            mask[i] = one.end <= one.at or not mask[i]
    return mask


def _governed(lower: Sequence[str], at: int) -> Denial | None:
    key = root(lower[at])
    if lower[at] == "without" and not (LITOTES | {"fail"}).isdisjoint(lower[at + 1 : at + 3]):
        return None
    is_passive = at > 0 and is_past(lower[at]) and not _BE.isdisjoint(lower[max(0, at - 2) : at])
    for link, within in GOVERNORS[key]:
        end = _link_end(lower, at, link, within)
        if end is None:
            continue
        if link.startswith("<") or (is_passive and link in _PASSIVE):
            return Denial(at, key, clause_begin(lower, at), at)
        if link or not (at and (lower[at - 1] == "to" or (lower[at - 1] in _BEFORE_NOUNS and is_past(lower[at])))):
            stop = denied_end(lower, end, is_phrase=link in _PHRASES or lower[at] == "without")
            return Denial(at, key, end, _noun_end(lower, at + 2, stop) if _is_noun(lower, at) else stop)
    return None


def _is_noun(lower: Sequence[str], at: int) -> bool:
    """Whether a governing word is the noun of a phrase: "the lack of an officer showed", "in the absence of"."""
    return at > 0 and lower[at - 1] in _BEFORE_NOUNS and "of" in lower[at + 1 : at + 2]


def _noun_end(lower: Sequence[str], start: int, stop: int) -> int:
    """Where the phrase ends that begins at a position: before the first verb that a noun may have before it."""
    for i in range(start + 1, stop):
        if (lower[i] in FINITE or is_past(lower[i])) and lower[i - 1] not in _BEFORE_NOUNS:
            return i
    return stop


def _link_end(lower: Sequence[str], at: int, link: str, within: int) -> int | None:
    """Where what must follow a governing word ends, None where it does not follow."""
    words = link.removeprefix("<").removesuffix("*ing").split()
    if not words and not within:
        return at + 1
    for start in range(at + 1, min(at + 1 + within, len(lower))):
        end = start + len(words)
        if list(lower[start:end]) == words and not (
            link.endswith("*ing") and not (end < len(lower) and lower[end].endswith("ing"))
        ):
            return end
        if lower[start] in STOPS or lower[start] == ",":
            return None
    return None


def stems_under(tokens: Sequence[str], lower: Sequence[str]) -> list[list[str]]:
    """The stems under each denial of a sentence, as written and in lower case, that nothing takes back."""
    spans = denials(tokens, lower)
    mask = reached(len(tokens), spans)
    return [
        [key for at in range(one.start, one.end) if at != one.at and (key := content_word(tokens[at]))]
        for one in spans
        if mask[one.end - 1]
    ]
