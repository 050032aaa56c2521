"""What "not", "no", "nobody" and their like deny."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hayrick.judges.coverage.texts.denial_ends import BREAKS, LONGEST, NEGATION, STOPS, Denial, clause_begin, denied_end
from hayrick.judges.coverage.texts.frames import denies
from hayrick.judges.coverage.words.denial_words import LITOTES, NONE, NOT, NOT_DENIED
from hayrick.judges.coverage.words.function_words import FINITE
from hayrick.numerals import ONES, listed

_MARKS = STOPS | frozenset([",", "but", "and", "while", "whereas"])
_PREPOSITIONS = frozenset(listed("for because out in on by due with from at of through under to"))
"""After "it was not", what is denied up to "that" ("it was not for money that ...")."""
_DO, _INVERTED = frozenset(["do", "does", "did"]), 20
_BE = _DO.union(listed("is are was were has have had"))
"""What shows that a sentence begins with a denial, and within how many tokens; of these after "in none" only."""
_NO_VERB = BREAKS | FINITE | frozenset([",", *listed("and or with without there in of by on at to for")])
_BEFORE_NO = frozenset(listed("but with and or"))
_HARMLESS = frozenset(
    listed(
        "only just merely simply least fewer less later doubt matter wonder hesitate far else other first once"
        " necessarily until before"
    )
)
_NOT_AFTER = frozenset(["-", ","])
_BOUNDS = STOPS.union(listed(", than and but each every a per"))
"""After "no more": it bounds an amount."""
_PERMITTED = frozenset(["allowed", "permitted"])
_OF_THEM = (("one", "of", "which"), ("one", "of", "whom"), ("of", "which"), ("of", "whom"), ("of", "them"))
"""After "not" and "none", what only refers back."""
_HARMLESS_AFTER = frozenset([("for", "the"), ("more", "than"), ("one", "but")])
_HARMLESS_PAIRS = frozenset(
    [("none", "other"), ("nothing", "but"), ("nothing", "if"), ("nothing", "short"), ("never", "had"), ("never", "has")]
)
_COULD = frozenset(listed("would could had"))
_THOUGHT = frozenset(listed("guessed thought imagined expected believed foreseen predicted dreamed dreamt"))
"""What nobody "would have guessed" is true."""


class _Negation(NamedTuple):
    """A negation at `at`; `after` are the next two tokens, `is_none`: it is "no", "none" or a word such as "nobody"."""

    lower: Sequence[str]
    at: int
    word: str
    after: tuple[str, ...]
    is_none: bool

    @property
    def before(self) -> str:
        """The token before it; before the first one, the last."""
        return self.lower[self.at - 1]


def negated(lower: Sequence[str], at: int) -> Denial | None:
    """What a negation denies; nothing where it only restricts, compares with a number or is denied itself."""
    word = lower[at]
    one = _Negation(lower, at, word, tuple(lower[at + 1 : at + 3]), word in NONE or word == "no")
    outcome = next((outcome for holds, outcome in _CASES if holds(one)), _what_follows)
    return outcome(one)


def _is_condition(one: _Negation) -> bool:
    """Whether it stands in the condition of what would have been: "had it not been sold, it would ..."."""
    lower, at = one.lower, one.at
    first = clause_begin(lower, at)
    return lower[first] == "had" and at - first <= _INVERTED and not _COULD.isdisjoint(lower[at : at + LONGEST])


def _only_restricts(one: _Negation) -> bool:
    after = one.after
    return not after or after[0] in _NOT_AFTER or not _HARMLESS.isdisjoint(after[after[0] == "once" :])


def _inverted(one: _Negation) -> int | None:
    """Where the "did" stands that a denial before the sentence brings forward: "at no point", "not once did it"."""
    lower, at = one.lower, one.at
    is_phrase = one.word in ("no", "none") and at > 0 and one.before in _PREPOSITIONS
    first = at - is_phrase
    if not (is_phrase or (one.word == "not" and one.after[0] == "once")) or (first and lower[first - 1] not in STOPS):
        return None
    verbs = _BE if one.word == "none" else _DO
    for i in range(at + 2, min(at + _INVERTED, len(lower))):
        if lower[i] in verbs:
            return i
        if lower[i] in STOPS:
            return None
    return None


def _is_fronted(one: _Negation) -> bool:
    return _inverted(one) is not None


def _what_is_fronted(one: _Negation) -> Denial:
    start = _inverted(one) or 0
    return Denial(one.at, NEGATION, start, denied_end(one.lower, start + 1))


def _is_idiom(one: _Negation) -> bool:
    """Whether it denies nothing with the words after it: "no other than", "not unlike", "could not help seeing"."""
    word, after = one.word, one.after
    if after in _HARMLESS_AFTER and one.before not in _BEFORE_NO:
        return True
    is_help = after[0] == "help" and after[-1].endswith("ing")
    return is_help or (word, after[0]) in _HARMLESS_PAIRS or (word == "no" and not LITOTES.isdisjoint(after))


def _bounds_amount(one: _Negation) -> bool:
    """Whether it bounds an amount: "1,900 litres a day, and no more"."""
    if one.word != "no" or one.after[0] != "more" or one.after[-1] not in _BOUNDS:
        return False
    return any(token[0].isdigit() or token in ONES for token in one.lower[: one.at])


def _looks_back(one: _Negation) -> bool:
    """Whether it ends its clause: "the bridge will be paid for, the track will not."."""
    is_finite = one.before in FINITE or one.word.endswith("n't")
    return one.word in NOT and is_finite and (one.after[0] in STOPS or one.after[0] in _PERMITTED)


def _what_precedes(one: _Negation) -> Denial:
    return Denial(one.at, NEGATION, clause_begin(one.lower, one.at, _MARKS), one.at)


def _is_denied_itself(one: _Negation) -> bool:
    near = one.lower[one.at + 1 : one.at + 7]
    return "that" in near and (any(map(denies, near[:4])) or not NOT_DENIED.isdisjoint(near[:4]))


def _is_surprise(one: _Negation) -> bool:
    """Whether so begins what nobody would have thought of what is true."""
    ahead = one.lower[one.at + 1 : one.at + 5]
    return one.is_none and not _COULD.isdisjoint(ahead[:2]) and not _THOUGHT.isdisjoint(ahead)


def _is_cleft(one: _Negation) -> bool:
    """Whether it denies a phrase up to "that": "it was not for money that ..."."""
    lower, at = one.lower, one.at
    is_phrase = at > 1 and lower[at - 2] == "it" and one.after[0] in _PREPOSITIONS
    return is_phrase and "that" in lower[at : at + LONGEST]


def _what_is_cleft(one: _Negation) -> Denial:
    return Denial(one.at, NEGATION, one.at + 1, one.lower.index("that", one.at))


def _is_agent(one: _Negation) -> bool:
    """Whether it says who or to whom: "was seen by nobody"."""
    is_party = one.is_none and one.at > 0 and one.before in ("by", "to")
    return is_party and one.word != "nothing" and one.after[0] != "means"


def _what_nobody_did(one: _Negation) -> Denial:
    lower, at = one.lower, one.at
    ends = (i + 1 for i in range(at) if lower[i] in STOPS or lower[i] in BREAKS or lower[i] == ",")
    return Denial(at, NEGATION, max(ends, default=0), at)


def _what_follows(one: _Negation) -> Denial | None:
    lower, at, after, is_none = one.lower, one.at, one.after, one.is_none
    first = at + 1 + next((len(some) for some in _OF_THEM if tuple(lower[at + 1 : at + 1 + len(some)]) == some), 0)
    if first >= len(lower):
        return None
    stop = denied_end(lower, first, int(is_none and one.before not in _BEFORE_NO))
    if "".join(lower[stop : stop + 1]) in ("until", "unless"):
        return None
    start = first
    if first == at + 1 and (is_none or after == ("a", "single") or after[0] == "one"):
        has_verb = at > 0 and one.before not in _NO_VERB and one.before not in STOPS
        start = at - 1 if has_verb else at
    return Denial(at, NEGATION, start, stop, _compares(lower[first : stop + 2]))


def _compares(after: Sequence[str]) -> bool:
    return after[0] in ("so", "such") or after.count("as") > 1 or "than" in after


def _nothing(one: _Negation) -> None:
    return None


_CASES: Sequence[tuple[Callable[[_Negation], bool], Callable[[_Negation], Denial | None]]] = (
    (_is_condition, _nothing),
    (_only_restricts, _nothing),
    (_is_fronted, _what_is_fronted),
    (_is_idiom, _nothing),
    (_bounds_amount, _nothing),
    (_looks_back, _what_precedes),
    (_is_denied_itself, _nothing),
    (_is_surprise, _nothing),
    (_is_cleft, _what_is_cleft),
    (_is_agent, _what_nobody_did),
)
"""When a negation denies something else than `_what_follows`; the first that holds decides."""
