"""Side clauses: what stands in one, such as ", who could finally land, ", says nothing of the clause around it.

Clauses are found by punctuation, by words that open them and by forms of verbs; nothing is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile
from typing import NamedTuple

from hayrick.judges.coverage.words.function_words import FINITE, NO_VERB_AFTER
from hayrick.judges.coverage.words.lemmas import is_past
from hayrick.numerals import listed

_FAR, _AHEAD, _NEAREST = 400, 120, 4
"""How far from a phrase is looked for its clause, in characters, for what follows an opening, and at how many."""

_MARK = re.compile(r" ?[,;:().](?= |$)")
_OPENS = re.compile(
    r"(?<![\w'-])(?:who|whom|whose|which|where|when|while|whereas|although|(?<!as )though|what|whatever|how|why"
    r"|whether or not|whether(?= [^,;:.]{0,80}? (?:will|would|can|could|should) )"
    r"|as(?= (?:[\w'-]+ ){0,3}?(?:had|was|were|long) )|(?:after|before|despite|without)(?= [\w-]+ing )"
    r"|than(?= (?:they|he|she|it|we|i|anyone|had|was|were|is|expected|planned|hoped|feared|predicted|forecast) )"
    r"|(?<=, )(?:long |once |first |widely )?(?:rumou?red|said|alleged|thought|believed|reputed|expected|supposed"
    r"|suspected|feared)(?= (?:[\w-]+ ){0,3}to )"
    r"|(?<=, )(?!according|judging|depending|pending|assuming|supposing|citing|during|barring)(?:\w+ly )?\w+ing)"
    r"(?![\w'-])"
)
_OPENS_BARE = ("what", "whatever")
_NOUN_THAT = re.compile(
    r"(?<![\w'-])(?!(?:is|are|was|were|be|been|said|say|says|so|such|not|it|now|and|or|but|of|in|on|to|for|with) )"
    r"[\w-]+(?<!ed) (?=that (?:(?:\w+ly|long|once|first|is|are|was|were|has|had|have|been|be|could|would) ){0,3}\Z"
    r"|that (?:[\w'-]+ ){0,2}?had (?:\w+ly |long |once |never )?\Z)"
)
_LEADS = re.compile(
    r" ?(?:after|ignoring|despite|amid|amidst|following|notwithstanding|unlike|against|in spite of|regardless of"
    r"|just as"
    r"|as (?:[\w'-]+ ){0,3}?(?:expected|feared|predicted|hoped|planned|forecast|foreseen|promised|anticipated"
    r"|suspected)) "
)
_TURN = re.compile(
    r" (?:[,;] (?:but|yet|instead|however)|and (?:then|later|eventually|finally|did|subsequently)|did so|did just that"
    r"|went ahead) "
)
_TURN_OR_NEXT = re.compile(rf"{_TURN.pattern}| ; ")
_NAMES_AGAIN = re.compile(r" ?(?:an?|one|its|their|his|her|once|long) ")
_JOINS = frozenset(listed("and or but so yet which who whose while although though because as since after before"))
_IN_VERBS = frozenset(listed("be been have had has not n't once still also to first long then never"))
_NO_VERB_AFTER = NO_VERB_AFTER.union(listed("and or this these those"))
_FEW, _SOME = 1, 3


class Clause(NamedTuple):
    """Where a clause begins and ends in a text."""

    start: int
    end: int

    def of(self, text: str) -> frozenset[str]:
        """Its words in a text, in lower case."""
        return frozenset(text[self.start : self.end].lower().split())


class _Phrase(NamedTuple):
    """A phrase between `start` and `end` of a text, between punctuation that ends at `begin` and begins at `stop`."""

    text: str
    begin: int
    start: int
    end: int
    stop: int

    @property
    def before(self) -> str:
        """The mark before, "" at the beginning."""
        return self.text[self.begin - 1 : self.begin]

    @property
    def after(self) -> str:
        """The mark after, "" at the end."""
        return self.text[self.stop : self.stop + 2].strip()[:1]

    @property
    def next_word(self) -> str:
        """What follows the mark after."""
        return next(iter(self.text[self.stop : self.stop + _FAR].split()[1:2]), "")


def side_clause(text: str, start: int, end: int, aside: bool = True, comment: bool = False) -> Clause | None:
    """The side clause in which a phrase stands; None in a main clause, or in one that may speak of the sentence.

    A side clause is a relative clause, one of time or contrast, what a preposition begins, a participle with what
    belongs to it, and, if `aside`, words in apposition.

    Args:
        text: a sentence of lower-case tokens joined by blanks.
        start: of the phrase.
        end: of the phrase.
        aside: whether words within two commas may concern only what they stand beside.
        comment: whether such words concern the sentence if they are little more than the phrase, or end with it.
    """
    low = max(0, start - _FAR)
    begin = max((mark.end() for mark in _MARK.finditer(text, low, start)), default=low)
    closing = _MARK.search(text, end)
    one = _Phrase(text, begin, start, end, closing.start() if closing else len(text))
    if one.after == "," and _LEADS.match(text, begin):
        return Clause(begin, one.stop)
    return _opened(one) or (_apposition(one, comment) if aside else None)


def before_turn(text: str, end: int, semicolon: bool = False) -> int | None:
    """Where "but" or the like follows a phrase, or a semicolon if that is asked for."""
    found = (_TURN_OR_NEXT if semicolon else _TURN).search(text, end)
    return found.start() if found else None


def _opened(one: _Phrase) -> Clause | None:
    """The clause that a word such as "who" opens before a phrase, as long as the phrase still belongs to it."""
    is_within = one.before == one.after == ","
    for inner in sorted(_openings(one), reverse=True)[:_NEAREST]:
        is_first = not one.text[one.begin : inner].strip() and not one.text.startswith(_OPENS_BARE, inner)
        if is_within or is_first or one.text.startswith("than", inner):
            return Clause(inner, one.stop)
        if not _has_verb(one.text[inner : one.start]):
            return Clause(inner, _verb_end(one))
    return None


def _openings(one: _Phrase) -> Iterator[int]:
    text, start = one.text, one.start
    near = _OPENS.finditer(text, one.begin, start + _AHEAD)
    yield from (found.start() for found in takewhile(lambda found: found.start() <= start, near))
    until = start + len("that ") if text.startswith("that ", start) else start
    yield from (found.end() for found in _NOUN_THAT.finditer(text[:until], one.begin))


def _apposition(one: _Phrase, comment: bool) -> Clause | None:
    """Words within two commas, or after the last one, that tell more about what stands beside them."""
    if one.before != "," or one.after not in ("", ",", "."):
        return None
    follows = one.next_word
    ahead, behind = (len(one.text[a:b].split()) for a, b in ((one.begin, one.start), (one.end, one.stop)))
    enough = _SOME if " " in one.text[one.start : one.end] else _FEW
    is_more = behind > enough if ahead == 0 else behind > 0 and (ahead > 1 or not follows)
    if comment and not is_more:
        return None
    is_named = _NAMES_AGAIN.match(one.text, one.begin) is not None and follows not in _JOINS
    return Clause(one.begin, one.stop) if is_named or (follows and _is_finite(follows)) else None


def _is_finite(word: str) -> bool:
    return word in FINITE or is_past(word)


def _has_verb(text: str) -> bool:
    """Whether a clause has a verb of its own, not counting the auxiliaries at its end."""
    words = text.split()
    while words and (words[-1] in _IN_VERBS or words[-1] in FINITE or words[-1].endswith("ly")):
        words.pop()
    if len(words) > 1 and words[0] == "who":
        return True
    return any(_is_finite(word) and before not in _NO_VERB_AFTER for before, word in pairwise(words))


def _verb_end(one: _Phrase) -> int:
    """Where, after the verb that follows the phrase, the next finite verb stands."""
    at, before, verbs = one.end, "", 0
    for word in one.text[one.end : min(one.stop, one.end + _FAR)].split(" "):
        if verbs and _is_finite(word) and before not in _NO_VERB_AFTER:
            return at
        if word and word not in _IN_VERBS and not word.endswith("ly"):
            verbs += 1
        before = word
        at += len(word) + 1
    return one.stop
