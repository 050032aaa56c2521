"""Whether one text negates what the other says, or has the opposite of its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from itertools import pairwise

from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.places import LIKE
from hayrick.judges.coverage.texts.sides import unsaid
from hayrick.judges.coverage.words.function_words import BE, CLAUSE_MARKS
from hayrick.judges.coverage.words.lemmas import is_past, root
from hayrick.judges.coverage.words.lexicon import relation
from hayrick.judges.coverage.words.opposites import CONVERSES, OPPOSITES, stripped
from hayrick.judges.coverage.words.turns import TURNS
from hayrick.numerals import listed

_OPPOSABLE = frozenset(OPPOSITES)
_NEAR = 3
_OF_DEGREE = frozenset(["more", "less", "fewer", "most", "least"])
"""What these turn round is the next word: "less noisy" and "more quiet" say the same."""
_BE = BE | {"got"}
"""What stands before a passive."""
_PARTICLES = frozenset(["up", "down", "on", "off"])
_MOVE = frozenset(
    map(root, listed("go come be is are was were get bring put take move turn send head travel edge tick"))
)
_LIGHT = frozenset(
    frozenset(map(root, pair)) for pair in [("go", "come"), *(("leave", other) for other in ("stay", "remain", "keep"))]
)
"""Verbs that are contrary but for those that say little: "went over", "left untouched"."""
_LOSSES = frozenset(["defeat", "defeats", "loss", "losses"])
"""Nouns for one thing, whose verbs are contrary."""
_LIKE_OF_OTHER_FORM = 1.5
"""Least overlap of the places of two words that are contrary but have not the same form."""
_FEW = 5
"""Most words that a text may have of its own for the table of opposites to be asked: in others it is chance."""


def negation(insight: Facts, bullet: Facts) -> bool:
    """Whether one of the two negates what the other one says: at least the negated word itself, in a like place."""
    if not (insight.negated or bullet.negated):
        return False
    return _denies(insight, bullet, _contradicts) or _denies(bullet, insight, _contradicts)


def negated(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet negates something that the insight says in part."""
    return _denies(bullet, insight, _conflicts)


def _denies(one: Facts, other: Facts, how: Callable[[Sequence[str], Sequence[str], Facts, Facts], bool]) -> bool:
    scopes = one.negated
    if not scopes:
        return False
    both = {stem for scope in other.negated for stem in scope}
    excused = (unsaid(one) & unsaid(other)).union(*other.softened)
    for scope in scopes:
        if both.isdisjoint(scope):
            kept = [stem for stem in scope if stem not in excused]
            said = [stem for stem in kept if stem in other.reading.words]
            if said and how(kept if kept[0] == scope[0] else scope, said, one, other):
                return True
    return False


def _contradicts(scope: Sequence[str], said: Sequence[str], one: Facts, other: Facts) -> bool:
    return scope[0] == said[0] and 2 * len(said) > min(len(scope), 3) and _conflicts(scope, said, one, other)


def _conflicts(scope: Sequence[str], said: Sequence[str], one: Facts, other: Facts) -> bool:
    """Whether the other text says what is in the scope, in a like place or with the same neighbours."""
    weighty = scope[0] == said[0] or 2 * len(said) >= len(scope)
    if weighty and any(one.meets(stem, other, stem) for stem in said):
        return True
    return any((a, b) in other.near or (b, a) in other.near for a, b in pairwise(said))


def opposite(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet has the opposite of a word of the insight that it lacks, in a like place."""
    lost, extra = insight.reading.words - bullet.reading.words, bullet.reading.words - insight.reading.words
    places: list[tuple[str, str]] = []
    if not insight.contraries.isdisjoint(extra) or _are_few(lost, extra):
        places = [
            (word, other)
            for word, other in contraries(lost, extra)
            if insight.meets(
                word, bullet, other, LIKE if _form(word, insight) == _form(other, bullet) else _LIKE_OF_OTHER_FORM
            )
        ]
    for ends in insight.between.keys() & bullet.between.keys():
        word, other = insight.between[ends][1], bullet.between[ends][1]
        if word != other and _is_contrary(word, other):
            places.append((word, other))
    if any(
        _taken_back(other, bullet) == _taken_back(word, insight)
        and not _is_converse(word, insight, other, bullet)
        and not _is_light(word, insight, other, bullet)
        for word, other in places
    ):
        return True
    return _turns(insight, bullet) or False in _other_sides(insight, bullet)


def _form(word: str, text: Facts) -> str:
    """The form of a word of a text: in "-ing", in the past, or none of these."""
    if word not in text.line:
        return ""
    token = text.reading.lower[text.line.index(word)]
    return "ing" if token.endswith("ing") else "past" if is_past(token) else ""


def _other_sides(insight: Facts, bullet: Facts) -> Iterator[bool]:
    """Whether parties changed places, too, for each amount that is more in one text and less in the other.

    "50 minutes longer" and "50 minutes less" say the contrary, or the same of exchanged parties.
    """
    theirs = dict(bullet.degrees)
    for key, side in insight.degrees:
        if key in theirs and theirs[key].is_more != side.is_more:
            yield not _around(insight, side.at)[0].isdisjoint(_around(bullet, theirs[key].at)[1])


def _around(text: Facts, at: int) -> tuple[frozenset[str], frozenset[str]]:
    """Words before and after a word in its clause, without those that stand on both sides."""
    lower, line = text.reading.lower, text.line
    start = max((i + 1 for i in range(at) if lower[i] in CLAUSE_MARKS), default=0)
    end = next((i for i in range(at, len(lower)) if lower[i] in CLAUSE_MARKS), len(lower))
    before, after = (
        {key for key in line[some] if key and key[0] != "#"} for some in (slice(start, at), slice(at + 1, end))
    )
    return frozenset(before - after), frozenset(after - before)


def _turns(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet has the opposite of a function word of the insight, in a like place."""
    ours = insight.turns
    if not ours:
        return False
    theirs = bullet.turns
    for turn in ours - theirs:
        for contrary in TURNS[turn] & theirs - ours:
            mine, yours = insight.token(turn), bullet.token(contrary)
            at, place = insight.reading.lower.index(turn), bullet.reading.lower.index(contrary)
            if turn in _PARTICLES and not _have_one_verb(insight, at, bullet, place):
                continue
            if turn in _OF_DEGREE and _exchanged(insight, at, bullet, place):
                continue
            if mine.overlap(yours) >= LIKE and (turn not in _OF_DEGREE or mine.after[0] == yours.after[0]):
                return True
    return False


def contraries(lost: Set[str], extra: Set[str]) -> Iterator[tuple[str, str]]:
    """Stems of two texts that say the contrary of each other, by the list or by a prefix."""
    for word in _OPPOSABLE & lost:
        for other in OPPOSITES[word] & extra:
            yield word, other
    if _are_few(lost, extra):
        for word in lost:
            for other in extra:
                if relation(word, other) == "contrary":
                    yield word, other
    yield from ((word, bare) for word in lost for bare in stripped(word) if bare in extra)
    yield from ((bare, other) for other in extra for bare in stripped(other) if bare in lost)


def _are_few(lost: Set[str], extra: Set[str]) -> bool:
    """Whether the table of words is asked for opposites."""
    return len(lost) <= _FEW and len(extra) <= _FEW


def _is_contrary(word: str, other: str) -> bool:
    return other in OPPOSITES.get(word, ()) or relation(word, other) == "contrary"


def converse(insight: Facts, bullet: Facts) -> bool:
    """Whether the bullet says the same of exchanged parties, by the converse of a word or of a comparison."""
    lost, extra = CONVERSES & insight.reading.words - bullet.reading.words, CONVERSES & bullet.reading.words
    if any(
        _is_converse(word, insight, other, bullet) for word, other in contraries(lost, extra - insight.reading.words)
    ):
        return True
    if True in _other_sides(insight, bullet):
        return True
    theirs = bullet.turns & _OF_DEGREE
    return any(
        _exchanged(insight, insight.reading.lower.index(turn), bullet, bullet.reading.lower.index(contrary))
        for turn in insight.turns & _OF_DEGREE - theirs
        for contrary in TURNS.get(turn, frozenset()) & theirs
    )


def _is_converse(word: str, insight: Facts, other: str, bullet: Facts) -> bool:
    """Whether two words say the same of exchanged parties: "A sold to B", "B bought from A", "A was beaten"."""
    if word not in CONVERSES or other not in CONVERSES or word not in insight.first or other not in bullet.first:
        return False
    mine, yours = insight.line.index(word), bullet.line.index(other)
    if insight.reading.lower[mine] in _LOSSES and bullet.reading.lower[yours] in _LOSSES:
        return True
    return _exchanged(insight, mine, bullet, yours) != (_is_passive(insight, mine) != _is_passive(bullet, yours))


def _is_light(word: str, insight: Facts, other: str, bullet: Facts) -> bool:
    """Whether two verbs say nothing themselves before the same word: "came over" and "went over", "stay untouched"."""
    if frozenset([word, other]) not in _LIGHT:
        return False
    after = [text.reading.lower[text.line.index(key) + 1 :][:1] for text, key in ((insight, word), (bullet, other))]
    return after[0] == after[1]


def _have_one_verb(one: Facts, at: int, other: Facts, place: int) -> bool:
    """Whether before two particles stands one verb, or one that says nothing itself ("went up", "came down")."""
    verb, theirs = (root(text.reading.lower[max(0, i - 1)]) for text, i in ((one, at), (other, place)))
    return verb == theirs or {verb, theirs} <= _MOVE or _is_contrary(verb, theirs)


def _exchanged(one: Facts, at: int, other: Facts, place: int) -> bool:
    """Whether what stands before a word of one text stands after one of the other; in comparisons, or beside it."""
    before, after = {*one.line[:at]} - {""}, {*one.line[at + 1 :]} - {""}
    ahead, behind = {*other.line[:place]} - {""}, {*other.line[place + 1 :]} - {""}
    if (before - after) & (behind - ahead):
        return True
    compared = "than" in one.reading.lower[at:] and "than" in other.reading.lower[place:]
    return compared and not (after - before).isdisjoint(ahead - behind)


def _is_passive(text: Facts, at: int) -> bool:
    return not _BE.isdisjoint(text.reading.lower[max(0, at - 2) : at]) and is_past(text.reading.lower[at])


def _taken_back(word: str, text: Facts) -> bool:
    """Whether a word stands after one that takes it back: "less rare", "not worse"."""
    return any(word in scope[:_NEAR] for scope in (*text.softened, *text.negated))
