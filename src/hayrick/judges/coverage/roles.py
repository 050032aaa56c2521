"""Who does what to whom: the same verb between the same parties, who have changed places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from hayrick.judges.coverage.exchanges import ENDS, PRONOUNS, is_reordered, persons_exchanged, places_exchanged
from hayrick.judges.coverage.function_words import BE, CLAUSE_MARKS, DETERMINERS
from hayrick.judges.coverage.lemmas import LEMMAS, UNCHANGED
from hayrick.judges.coverage.reading import content_word
from hayrick.numerals import MONTHS, WEEKDAYS, listed

if TYPE_CHECKING:
    from hayrick.judges.coverage.facts import Facts

_PARTY = 3
_CLAUSE = 12
"""Most tokens after a verb where "by" names who does it, and after "from" where the goal of a route is looked for."""
_BREAKS = frozenset([",", ";", ":", "and", "or", "-", "(", ")"])
_MODALS = frozenset(listed("will would can could shall should may might must to did does do not never"))
_BE = BE | {"gets", "got"}
_OBJECTS = DETERMINERS.union(listed("that our my your"))
_ADVERBIAL = frozenset(listed("in on at by during over within under through with for into near across between"))
_CLAUSE_ENDS = ENDS.union(
    ":", listed("because since which who that so until after before when while if although but where")
)
"""What ends the clause of a verb; commas and "and" do not, since they stand within parties, too."""
_RELATIVES = frozenset(["which", "who", "whose"])
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
        if not (_is_verb(tokens, lower, i) or (wanted and _follows_name(tokens, lower, i))):
            continue
        left, right = terms[n - 1][0], terms[n + 1][0]
        is_passive = lower[i - 1] in _BE and not lower[i].endswith("ing")
        # After an apposition a comma stands before "was": "Amperion, a rival, was accused".
        if not _BREAKS.isdisjoint(lower[left + 1 : i - 2 if is_passive else i]):
            continue
        agent = _agent(tokens, lower, i) if is_passive else None
        if is_passive and agent is None:
            continue  # What suffers it stands before it, and nobody after it.
        if agent is None and not _BREAKS.isdisjoint(lower[i + 1 : right]):
            continue
        near = enumerate(lower[i + 1 : right], i + 1)
        first = n + 1 if agent is None else next((m for m in range(n + 1, len(terms)) if terms[m][0] > agent), n + 1)
        before = tuple(term for _, term in terms[max(0, n - _PARTY) : n][::-1])
        after = tuple(term for _, term in terms[first : first + _PARTY])
        names_who = agent is not None or any(token == "by" and _names_who(tokens, at) for at, token in near)
        found.append(Act(key, before, after, names_who))
    return found


def _agent(tokens: Sequence[str], lower: Sequence[str], verb: int) -> int | None:
    """Where the "by" stands that names who does it, None if nothing in the clause does."""
    for i in range(verb + 1, min(len(lower), verb + _CLAUSE)):
        if lower[i] == "by" and _names_who(tokens, i):
            return i
        if lower[i] in _BREAKS or lower[i] in ENDS:
            return None
    return None


def _names_who(tokens: Sequence[str], by: int) -> bool:
    """Whether after a "by" may stand who acts, and not when or how, or a pronoun."""
    following = tokens[by + 1 : by + 3]
    if not following or (following[0][0].islower() and following[0].endswith("ing")):
        return False
    word = following[-1 if following[0] in _OBJECTS else 0].lower()
    return not (word[0].isdigit() or word in _NOBODY)


def routes(lower: Sequence[str], line: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Terms after "from" and after the "to" that follows; what is replaced, and with what."""
    for i, token in enumerate(lower):
        link = "to" if token == "from" or line[i] in _CONVERTS else "with" if line[i] in _REPLACES else ""
        if link and link in (ahead := lower[i + 1 : i + _CLAUSE]):
            at = i + 1 + ahead.index(link)
            begin = next((key for key in line[i + 1 : at] if key), "")
            end = next((key for key in line[at + 1 : at + 4] if key), "")
            if begin and end:
                yield begin, end


def exchanged(insight: Facts, bullet: Facts) -> bool:
    """Whether the parties before and after a verb, or start and goal of a route, have changed places."""
    said = bullet.reading.words
    met = [act for act in insight.acts if act.verb in said]
    if met and bullet.reading.tokens.count("by") == insight.reading.tokens.count("by"):
        met = [act for act in met if _may_turn(act, bullet.first)]
    theirs = acts(bullet.reading.tokens, bullet.reading.lower, bullet.terms, {act.verb for act in met}) if met else []
    for act in met if theirs else ():
        same = [other for other in theirs if other.verb == act.verb and other.before[0] != other.after[0]]
        if same and all(_turned(act, other) for other in same) and not _says(insight.acts, same):
            return True
    if is_reordered(insight, bullet) and (_parties_exchanged(insight, bullet) or places_exchanged(insight, bullet)):
        return True
    if persons_exchanged(insight, bullet):
        return True
    if _voice_exchanged(insight, bullet) or _voice_exchanged(bullet, insight):
        return True
    if not insight.routes:
        return False
    there = bullet.routes
    return any((b, a) in there and (a, b) not in there for a, b in insight.routes if a != b)


def _voice_exchanged(active: Facts, passive: Facts) -> bool:
    """Whether who suffers an act in one text does it in the other: "A overtook B", "A was overtaken by B"."""
    lower, others = passive.reading.lower, active.reading.lower
    if "by" not in passive.spoken:
        return False
    for at, key in passive.terms:
        if key not in active.said or _BE.isdisjoint(lower[max(0, at - 2) : at]):
            continue
        clause = list(takewhile(lambda token: token not in CLAUSE_MARKS, lower[at + 1 : at + _CLAUSE]))
        by = at + 1 + clause.index("by") if "by" in clause else 0
        if not by or not _names_who(passive.reading.tokens, by):
            continue
        agent = _next_terms(passive, by + 1)
        for i, verb in active.terms:
            if verb == key and _BE.isdisjoint(others[max(0, i - 2) : i]) and "by" not in others[i + 1 : i + _CLAUSE]:
                return bool(agent & _next_terms(active, i + 1)) and agent.isdisjoint(active.line[:i])
    return False


def _next_terms(text: Facts, start: int) -> frozenset[str]:
    return frozenset(islice(filter(None, text.line[start : start + _PARTY + 2]), 2))


def _parties_exchanged(insight: Facts, bullet: Facts) -> bool:
    """Whether two parties stand on exchanged sides of a verb that is active in both, or passive.

    Where clauses or adverbials are moved, words of one side come to the other, but not one each way.
    """
    if not _is_turned(insight, bullet):
        return False
    ours, theirs = insight.sides, bullet.sides
    for verb, one in ours.items():
        other = theirs.get(verb)
        if other is None or one.passive != other.passive:
            continue
        if one.before & other.after and one.after & other.before:
            return True
    return False


def _is_turned(insight: Facts, bullet: Facts) -> bool:
    """Whether some three terms of the insight come in the reverse order in the bullet."""
    last = middle = -1
    for key in bullet.keys:
        at = insight.first.get(key, last)
        if at < middle:
            return True
        last, middle = max(last, at), middle if at >= last else max(middle, at)
    return False


class Sides(NamedTuple):
    """The parties before and after a verb that occurs once."""

    before: frozenset[str]
    after: frozenset[str]
    passive: bool


def sides(text: Facts) -> dict[str, Sides]:
    """The parties of each verb that occurs once."""
    tokens, lower, line = text.reading.tokens, text.reading.lower, text.line
    keys = text.keys
    beside = _beside(lower)
    ends = [n for n, token in enumerate(lower) if token in _CLAUSE_ENDS and n not in beside]
    parties = [
        (i, key)
        for i, key in text.terms
        if key[0] != "#" and keys.count(key) == 1 and i not in beside and not _in_adverbial(tokens, lower, line, i)
    ]
    found = {}
    for i, key in text.terms:
        if key[0] == "#" or keys.count(key) > 1 or i == 0 or not _is_verb(tokens, lower, i):
            continue
        if i in beside:
            continue
        start = max((n for n in ends if n < i), default=-1)
        end = min((n for n in ends if n > i), default=len(tokens))
        before = frozenset(other for n, other in parties if start < n < i)
        after = frozenset(other for n, other in parties if i < n < end)
        passive = not _BE.isdisjoint(lower[max(0, i - 3) : i]) or _agent(tokens, lower, i) is not None
        found[key] = Sides(before, after, passive)
    return found


def _beside(lower: Sequence[str]) -> frozenset[int]:
    """Places within relative clauses between two commas: "Tarvik, which makes rope, sued Lindholm"."""
    found: set[int] = set()
    for n in range(1, len(lower)):
        if lower[n] in _RELATIVES and lower[n - 1] == "," and "," in lower[n:]:
            found.update(range(n, n + lower[n:].index(",") + 1))
    return frozenset(found)


def _in_adverbial(tokens: Sequence[str], lower: Sequence[str], line: Sequence[str], i: int) -> bool:
    """Whether a word belongs to a phrase of place, time or manner, by the preposition that begins it."""
    n = i - 1
    while n > 0 and (line[n] or lower[n] in _OBJECTS) and not _is_verb(tokens, lower, n):
        n -= 1
    return n >= 0 and lower[n] in _ADVERBIAL


def _may_turn(act: Act, first: Mapping[str, int]) -> bool:
    """Whether a party that stands before the verb comes after the other one, by their first places."""
    before, after = first.get(act.before[0]), first.get(act.after[0])
    return before is not None and after is not None and after < before


def _says(own: Sequence[Act], others: Sequence[Act]) -> bool:
    """Whether the insight itself also has one of these acts with the parties where they are."""
    return any(
        one.verb == other.verb and one.passive == other.passive and _straight(one, other)
        for one in own
        for other in others
    )


def _straight(one: Act, other: Act) -> bool:
    return other.before[0] in one.before and other.after[0] in one.after


def _turned(one: Act, other: Act) -> bool:
    across = other.before[0] in one.after and other.after[0] in one.before
    straight = _straight(one, other)
    if one.passive == other.passive:
        return across and not straight
    return straight and not across


def _follows_name(tokens: Sequence[str], lower: Sequence[str], i: int) -> bool:
    """Whether a word that is a verb elsewhere has the form of one and a name before it."""
    return lower[i].endswith("s") and tokens[i - 1][0].isupper() and tokens[i][0].islower()


def _is_verb(tokens: Sequence[str], lower: Sequence[str], i: int) -> bool:
    word, before = lower[i], lower[i - 1]
    following = lower[i + 1] if i + 1 < len(lower) else "."
    if following == "than":
        return True
    if before in _NOT_VERBS or before in _SCALES or before[0].isdigit() or tokens[i][0].isupper():
        return False
    if word.endswith("ed") or word in LEMMAS or word in UNCHANGED:
        return True
    if before in _MODALS or (word.endswith("ing") and before in _BE):
        return True
    return word.endswith("s") and (following in _OBJECTS or (i + 1 < len(tokens) and tokens[i + 1][0].isupper()))
