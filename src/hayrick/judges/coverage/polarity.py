"""Which words of a text stand under a denial, and whether two texts differ in that."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import compress
from operator import or_
from typing import NamedTuple

from hayrick.judges.coverage.denial_words import AGENTS, GOVERNORS, LITOTES, NONE, NOT, NOT_DENIED, is_symbol
from hayrick.judges.coverage.frames import OTHERS, SURE, cue, denies
from hayrick.judges.coverage.function_words import BE, CLAUSE_MARKS, DETERMINERS, FINITE, NO_VERB_AFTER
from hayrick.judges.coverage.lemmas import is_past, root
from hayrick.judges.coverage.reading import content_word
from hayrick.judges.coverage.vocabulary import kinds
from hayrick.numerals import ONES, listed

_LONGEST = 80
"""Tokens that a denial reaches at most."""

_STOPS = CLAUSE_MARKS - {","}
_MARKS = _STOPS | frozenset([",", "but", "and", "while", "whereas"])
_BREAKS = frozenset(
    listed(
        "but although though whereas because since while yet until unless due after when before which who whether if"
        " nor despite"
    )
)
_RELATIVES, _NEAR = frozenset(listed("who which")), 4
"""What opens a relative clause, and within how many tokens before a denied verb."""

_NO_VERB_AFTER = NO_VERB_AFTER.union(listed("and or be been have had has"))
_PREPOSITIONS = frozenset(listed("for because out in on by due with from at of through under to"))
"""After "it was not", what is denied up to "that" ("it was not for money that ...")."""

_PHRASES = frozenset(["than", "of"])
"""Links of governors that deny a phrase before a clause: "rather than repair the roof it spent"."""

_SUBJECTS = frozenset(listed("it they he she we the a an this that"))
_DO, _INVERTED = frozenset(["do", "does", "did"]), 20
"""What shows that a sentence begins with a denial, and within how many tokens."""
_BE = BE | {"got"}
_PASSIVE = frozenset(["", "off", "down", "out", "from *ing"])
"""Links of governors that deny what is before them in the passive: "was called off"."""

_BEFORE_NOUNS = DETERMINERS | {"of", "in"}
_NO_VERB = _BREAKS | FINITE | frozenset([",", *listed("and or with without there in of by on at to for")])
_OBJECTS = DETERMINERS | {"it", "them", "him"}
"""What is an object after a verb: "was not convinced and dismissed the protest"."""

_BESIDE_ZERO = frozenset(listed("below above to from at of near around than"))
"""What stands before the zero of a scale."""
_BEFORE_NO = frozenset(listed("but with and or"))
_ANY = NONE | NOT

_HARMLESS = frozenset(
    listed(
        "only just merely simply least fewer less later doubt matter wonder hesitate far else other first once"
        " necessarily until before"
    )
)
_NOT_AFTER = frozenset(["-", ","])
_BOUNDS = _STOPS.union(listed(", than and but each every a per"))
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

_ANEW = _ANY | frozenset(["both", "all", "each", "everybody", "everyone", "instead", "so", "therefore"])
"""After "and", what begins something that a denial does not reach."""

_PRONOUNS = frozenset(listed("it them him her this that which whom"))
_NEEDED = 12
"""Within how many tokens after "without it" nothing is denied: what cannot be without it is what needs it."""


NEGATION = "not"
NEGATING = frozenset([NEGATION, *map(root, ["fail", "refuse", "decline", "impossible", "unable", "incapable"])])
"""Governors of what is plainly negated."""


def kind(governor: str) -> str:
    """A governor; one for all that plainly negate."""
    return NEGATION if governor in NEGATING else governor


class Denial(NamedTuple):
    """A denial of the tokens from `start` to `end` by what stands at `at`.

    `governor` is the stem of a governing word, `NEGATION` for "not", "no" and the like; `compares`: it may only
    compare ("no product sold as well as").
    """

    at: int
    governor: str
    start: int
    end: int
    compares: bool = False


@lru_cache(maxsize=100_000)
def governs(token: str) -> bool:
    """Whether a lower-case word may deny what follows it."""
    return token in _ANY or (token not in AGENTS and root(token) in GOVERNORS)


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
        is_stressed = lower[at] in _ANY and tokens[at].isupper() and not is_symbol(lower, at)
        is_name = at and tokens[at] != lower[at] and lower[at - 1] not in _STOPS and not is_stressed
        # What belongs to the wording of the last one ("stopped short of") is none of its own.
        is_number = lower[at] == "zero" and lower[max(0, at - 1)] in _BESIDE_ZERO
        if is_name or is_number or at < needed or (found and found[-1].at < at < found[-1].start):
            continue
        if lower[at] == "without" and not _PRONOUNS.isdisjoint(lower[at + 1 : at + 2]):
            needed = at + _NEEDED
            continue
        one = _negated(lower, at) if lower[at] in _ANY else _governed(lower, at)
        if one and one.start < one.end:
            governs_next = bool(found) and found[-1].governor == NEGATION and found[-1].start >= at - 1
            if governs_next and one.start > at and lower[at] not in _ANY:
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
            return Denial(at, key, _begin(lower, at), at)
        if link or not (at and (lower[at - 1] == "to" or (lower[at - 1] in _BEFORE_NOUNS and is_past(lower[at])))):
            return Denial(at, key, end, _end(lower, end, is_phrase=link in _PHRASES or lower[at] == "without"))
    return None


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
        if lower[start] in _STOPS or lower[start] == ",":
            return None
    return None


def _negated(lower: Sequence[str], at: int) -> Denial | None:
    """What a negation denies; nothing where it only restricts, compares with a number or is denied itself."""
    word, after = lower[at], tuple(lower[at + 1 : at + 3])
    if _is_unreal(lower, at):
        return None
    if not after or after[0] in _NOT_AFTER or not _HARMLESS.isdisjoint(after[after[0] == "once" :]):
        return None
    if (fronted := _inverted(lower, at)) is not None:
        return Denial(at, NEGATION, fronted, _end(lower, fronted + 1))
    if after in _HARMLESS_AFTER and lower[at - 1] not in _BEFORE_NO:
        return None
    if after[0] == "help" and after[-1].endswith("ing"):
        return None
    if (word, after[0]) in _HARMLESS_PAIRS or (word == "no" and not LITOTES.isdisjoint(after)):
        return None
    if word == "no" and after[0] == "more" and after[-1] in _BOUNDS and _has_amount(lower[:at]):
        return None
    is_finite = lower[at - 1] in FINITE or word.endswith("n't")
    if word in NOT and is_finite and (after[0] in _STOPS or after[0] in _PERMITTED):
        # "The bridge will be paid for, the track will not."
        return Denial(at, NEGATION, _begin(lower, at, _MARKS), at)
    near = lower[at + 1 : at + 7]
    if "that" in near and (any(map(denies, near[:4])) or not NOT_DENIED.isdisjoint(near[:4])):
        return None
    is_none = word in NONE or word == "no"
    if is_none and _is_surprise(lower[at + 1 : at + 5]):
        return None
    if at > 1 and lower[at - 2] == "it" and after[0] in _PREPOSITIONS and "that" in lower[at : at + _LONGEST]:
        return Denial(at, NEGATION, at + 1, lower.index("that", at))
    if is_none and at and lower[at - 1] in ("by", "to") and word != "nothing" and after[0] != "means":
        begin = max(
            (i + 1 for i in range(at) if lower[i] in _STOPS or lower[i] in _BREAKS or lower[i] == ","), default=0
        )
        return Denial(at, NEGATION, begin, at)
    first = at + 1 + next((len(one) for one in _OF_THEM if tuple(lower[at + 1 : at + 1 + len(one)]) == one), 0)
    if first >= len(lower):
        return None
    end = _end(lower, first, int(is_none and lower[at - 1] not in _BEFORE_NO))
    if "".join(lower[end : end + 1]) in ("until", "unless"):
        return None
    start = first
    if first == at + 1 and (is_none or after == ("a", "single") or after[0] == "one"):
        start = at
        if at and lower[at - 1] not in _NO_VERB and lower[at - 1] not in _STOPS:
            start = at - 1
    return Denial(at, NEGATION, start, end, _compares(lower[first : end + 2]))


def _has_amount(tokens: Sequence[str]) -> bool:
    """Whether some tokens have a number: "1,900 litres a day, and no more"."""
    return any(token[0].isdigit() or token in ONES for token in tokens)


def _is_unreal(lower: Sequence[str], at: int) -> bool:
    """Whether a negation stands in the condition of what would have been: "had it not been sold, it would ..."."""
    begin = _begin(lower, at)
    return lower[begin] == "had" and at - begin <= _INVERTED and not _COULD.isdisjoint(lower[at : at + _LONGEST])


def _inverted(lower: Sequence[str], at: int) -> int | None:
    """Where the "did" stands that a phrase with "no" before the sentence brings forward: "at no point did it stop"."""
    if lower[at] != "no" or not at or lower[at - 1] not in _PREPOSITIONS or (at > 1 and lower[at - 2] not in _STOPS):
        return None
    for i in range(at + 2, min(at + _INVERTED, len(lower))):
        if lower[i] in _DO:
            return i
        if lower[i] in _STOPS:
            return None
    return None


def _compares(after: Sequence[str]) -> bool:
    return after[0] in ("so", "such") or after.count("as") > 1 or "than" in after


def _is_surprise(after: Sequence[str]) -> bool:
    """Whether so begins what nobody would have thought of what is true."""
    return not _COULD.isdisjoint(after[:2]) and not _THOUGHT.isdisjoint(after)


def _begin(lower: Sequence[str], at: int, marks: Container[str] = _STOPS) -> int:
    """Where the clause of a word begins."""
    first = max(0, at - _LONGEST)
    return max((i + 1 for i in range(first, at) if lower[i] in marks), default=first)


def _end(lower: Sequence[str], start: int, verbs: int = 0, is_phrase: bool = False) -> int:
    """Where a denial ends: with its clause, which has so many finite verbs without "that", or before one of its own."""
    is_base = start < len(lower) and (not is_past(lower[start]) or lower[start - 1] == "never")
    is_relative = not _RELATIVES.isdisjoint(lower[max(0, start - _NEAR) : start])
    for i in range(start, min(start + _LONGEST, len(lower))):
        token, following = lower[i], lower[i + 1] if i + 1 < len(lower) else ""
        if token in _STOPS or token == "," or (token == "and" and following in _ANEW):
            return i
        if token in _BREAKS and not (token == "while" and lower[i - 1] == "a"):
            return i
        if token == "as" and following in _SUBJECTS:
            return i
        if token == "and" and _is_anew(lower, i + 1, is_base, verbs < len(lower)):
            return i
        if is_relative and i > start and is_past(token) and lower[i - 1] not in _NO_VERB_AFTER:
            return i
        if is_phrase and token in _SUBJECTS and (following in FINITE or is_past(following)):
            return i
        if token == "that":
            verbs = len(lower)
        elif (token in FINITE or token == "cannot") and i > start:
            verbs -= 1
            if verbs < 0:
                return i
    return min(start + _LONGEST, len(lower))


def _is_anew(lower: Sequence[str], at: int, is_base: bool, is_one: bool) -> bool:
    """Whether after "and" another verb begins: no base form beside one, or in the present of a clause of its own."""
    token, after = "".join(lower[at : at + 1]), lower[at + 1 : at + 2]
    has_object = not _OBJECTS.isdisjoint(after)
    if token in FINITE or (is_past(token) and (is_base or has_object)):
        return True
    if not is_one or not token.endswith("s"):
        return False
    own = kinds(content_word(token)).lower()
    return "v" in own and ("n" not in own or has_object)


def stems_under(tokens: Sequence[str], lower: Sequence[str]) -> list[list[str]]:
    """The stems under each denial of a sentence, as written and in lower case, that nothing takes back."""
    spans = denials(tokens, lower)
    mask = reached(len(tokens), spans)
    return [
        [key for at in range(one.start, one.end) if at != one.at and (key := content_word(tokens[at]))]
        for one in spans
        if mask[one.end - 1]
    ]
