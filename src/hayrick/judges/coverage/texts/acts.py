"""What is done in a text: verbs with the terms before and after them, and from where to where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from hayrick.judges.coverage.words.function_words import BE, DETERMINERS, ENDS, PRONOUNS
from hayrick.judges.coverage.words.lemmas import LEMMAS, UNCHANGED
from hayrick.judges.coverage.words.reading import content_word
from hayrick.numerals import MONTHS, WEEKDAYS, listed

PARTY = 3
CLAUSE = 12
"""Most tokens after a verb where "by" names who does it, and after "from" where the goal of a route is looked for."""
_BREAKS = frozenset([",", ";", ":", "and", "or", "-", "(", ")"])
_MODALS = frozenset(listed("will would can could shall should may might must to did does do not never"))
BE_OR_GET = BE | {"gets", "got"}
OBJECTS = DETERMINERS.union(listed("that our my your"))
_SCALES = frozenset(listed("hundred thousand million billion trillion"))
_CONVERTS = frozenset(map(content_word, listed("convert transform translate migrate")))
_REPLACES = frozenset(map(content_word, listed("replace substitute swap exchange")))
_NOBODY = PRONOUNS.union(
    map(str.lower, {*MONTHS, *WEEKDAYS}),
    listed("end start beginning close middle summer spring autumn winter evening morning noon night today tomorrow"),
    listed(
        "then now next last hand lot lots vote law mail post road rail sea air train boat bus car phone email means"
    ),
    listed("way far half accident mistake default"),
)
"""After "by": when or how something is done."""
_NOT_VERBS = frozenset(listed("of in on at for from with by the a an its their his her"))


class Act(NamedTuple):
    """A verb with the terms before it, nearest first, and after it; passive where "by" names who does it."""

    verb: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    passive: bool


def acts(
    tokens: Sequence[str], lower: Sequence[str], terms: Sequence[tuple[int, str]], wanted: Set[str] | None = None
) -> list[Act]:
    """What is done in a text, as written and in lower case, by its terms with their positions.

    With `wanted` only what is done by these verbs.
    """
    found: list[Act] = []
    for n in range(1, len(terms) - 1):
        i, key = terms[n]
        if key[0] == "#" or (wanted is not None and key not in wanted):
            continue
        if not (is_verb(tokens, lower, i) or (wanted and _follows_name(tokens, lower, i))):
            continue
        left, right = terms[n - 1][0], terms[n + 1][0]
        is_passive = lower[i - 1] in BE_OR_GET and not lower[i].endswith("ing")
        # After an apposition a comma stands before "was": "Amperion, a rival, was accused".
        if not _BREAKS.isdisjoint(lower[left + 1 : i - 2 if is_passive else i]):
            continue
        agent = agent_of(tokens, lower, i) if is_passive else None
        if is_passive and agent is None:
            continue  # What suffers it stands before it, and nobody after it.
        if agent is None and not _BREAKS.isdisjoint(lower[i + 1 : right]):
            continue
        near = enumerate(lower[i + 1 : right], i + 1)
        first = n + 1 if agent is None else next((m for m in range(n + 1, len(terms)) if terms[m][0] > agent), n + 1)
        before = tuple(term for _, term in terms[max(0, n - PARTY) : n][::-1])
        after = tuple(term for _, term in terms[first : first + PARTY])
        has_agent = agent is not None or any(token == "by" and names_who(tokens, at) for at, token in near)
        found.append(Act(key, before, after, has_agent))
    return found


def agent_of(tokens: Sequence[str], lower: Sequence[str], verb: int) -> int | None:
    """Where the "by" stands that names who does it, None if nothing in the clause does."""
    for i in range(verb + 1, min(len(lower), verb + CLAUSE)):
        if lower[i] == "by" and names_who(tokens, i):
            return i
        if lower[i] in _BREAKS or lower[i] in ENDS:
            return None
    return None


def names_who(tokens: Sequence[str], by: int) -> bool:
    """Whether after a "by" may stand who acts, and not when or how, or a pronoun."""
    following = tokens[by + 1 : by + 3]
    if not following or (following[0][0].islower() and following[0].endswith("ing")):
        return False
    word = following[-1 if following[0] in OBJECTS else 0].lower()
    return not (word[0].isdigit() or word in _NOBODY)


def routes(lower: Sequence[str], line: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Terms after "from" and after the "to" that follows; what is replaced, and with what."""
    for i, token in enumerate(lower):
        link = "to" if token == "from" or line[i] in _CONVERTS else "with" if line[i] in _REPLACES else ""
        if link and link in (ahead := lower[i + 1 : i + CLAUSE]):
            at = i + 1 + ahead.index(link)
            begin = next((key for key in line[i + 1 : at] if key), "")
            end = next((key for key in line[at + 1 : at + 4] if key), "")
            if begin and end:
                yield begin, end


def _follows_name(tokens: Sequence[str], lower: Sequence[str], i: int) -> bool:
    """Whether a word that is a verb elsewhere has the form of one and a name before it."""
    return lower[i].endswith("s") and tokens[i - 1][0].isupper() and tokens[i][0].islower()


def is_verb(tokens: Sequence[str], lower: Sequence[str], i: int) -> bool:
    """Whether the word at `i` is a verb, by its form and what stands around it."""
    word, before = lower[i], lower[i - 1]
    following = lower[i + 1] if i + 1 < len(lower) else "."
    if following == "than":
        return True
    if before in _NOT_VERBS or before in _SCALES or before[0].isdigit() or tokens[i][0].isupper():
        return False
    if word.endswith("ed") or word in LEMMAS or word in UNCHANGED:
        return True
    if before in _MODALS or (word.endswith("ing") and before in BE_OR_GET):
        return True
    return word.endswith("s") and (following in OBJECTS or (i + 1 < len(tokens) and tokens[i + 1][0].isupper()))
