"""Frames around what a sentence says: denied ("it is a myth that ..."), or only hedged ("reportedly", "whether").

A frame speaks of what follows it or of what stands before it, in its own sentence or, by a sentence that refers back
("That turned out to be untrue."), in the one before. A frame that the insight has too is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import Literal, NamedTuple

Stance = Literal["denied", "hedged"]
Hedging = Literal["", "mildly", "openly"]

_REPORT = (
    r"(?:reports?|claims?|rumou?rs?|stor(?:y|ies)|allegations?|assertions?|suggestions?|statements?|accounts?|beliefs?"
    r"|ideas?|notions?|assumptions?|speculation|theor(?:y|ies)|accusations?|impressions?|contentions?|news|view"
    r"|information|talk|article|announcement|headlines?|narrative|account|charges?|legend)"
)
_UNTRUTH = (
    r"(?:untrue|false|fabricated|fabrications?|fake|bogus|hoax|myths?|lies?|baseless|unfounded|groundless|debunked"
    r"|fictitious|fiction|disproved|disproven|discredited|misconceptions?|falsehoods?|misinformation|nonsense"
    r"|unsubstantiated|refuted|fallacy|untruths?|disinformation|made up|made - up|invented|without foundation"
    r"|misreported|wide of the mark|far from (?:true|the truth))"
)
_WRONG = (
    r"(?:wrong|incorrect|inaccurate|erroneous|mistaken|in error|an error|a mistake|denied|disputed|rejected|dismissed"
    r"|retracted|withdrawn|contradicted|disavowed|rebutted|quashed|ruled out|overturned|refuted|recanted|misleading)"
)
_DENY = (
    r"(?:den(?:y|ies|ied|ying|ials?)|disput(?:e|es|ed|ing)|refut(?:e|es|ed|ing)|rebut(?:s|ted|ting)?"
    r"|debunk(?:s|ed|ing)?|disprov(?:e|es|ed|en|ing)|contradict(?:s|ed|ing)?|disavow(?:s|ed|ing)?|recant(?:s|ed|ing)?"
    r"|repudiat(?:e|es|ed|ing)|discredit(?:s|ed|ing)?|quash(?:es|ed|ing)?|rul(?:e|es|ed|ing) out|dispel(?:s|led|ling)?"
    r"|disagree(?:s|d|ing)?|doubt(?:s|ed|ing)?|retract(?:s|ed|ing)?|disbeliev(?:e|es|ed|ing)|disclaim(?:s|ed|ing)?)"
)
_DISMISS = r"(?:reject|dismiss|challeng|contest|counter|question|correct|withdr[ae]w|scotch|shoot|shot|walk|play)\w*"
_NO = r"(?:not|never|n't|isn't|wasn't|aren't|weren't|no longer)"
_BE = (
    r"(?:is|are|was|were|be|been|being|proved?|proven|turned out|turns out|found|called|shown|deemed|branded|labelled)"
)

_FORWARD = re.compile(
    rf"\b(?:{_UNTRUTH} (?:that|to (?:say|claim|suggest|think|believe))"
    rf"|(?:wrong|incorrect|inaccurate|mistaken|mistake|error)"
    r" (?:that|to (?:say|claim|suggest|think|believe|conclude|assume))"
    rf"|{_NO} (?:the case|true|so|correct|accurate|right|a fact) (?:that|to say)"
    rf"|{_DENY} (?:(?!by\b)[\w',-]+ ){{0,5}}?(?:that|having|{_REPORT})"
    rf"|{_DISMISS} (?:[\w'-]+ ){{0,4}}?(?:as {_UNTRUTH} )?{_REPORT}"
    rf"|contrary to (?:[\w'-]+ ){{0,3}}?(?:{_REPORT}|what)"
    r"|no (?:[\w-]+ ){0,2}?(?:evidence|proof|indication|sign|basis|truth|record|confirmation|support|suggestion)"
    r"|(?:falsely|wrongly|erroneously|mistakenly|incorrectly|inaccurately|untruthfully)"
    r"|(?:nobody|no one|none of (?:the )?[\w-]+|no [\w-]+) (?:has |have |had |ever )*(?:says?|said|claims?|claimed"
    r"|reports?|reported|believes?|believed|confirms?|confirmed|states?|stated|mentions?|mentioned|shows?|showed|shown|proved?|proven|found|demonstrated|established|documented)"
    r"|(?:by no means|in no way|nowhere|anything but|far from|hardly|under no circumstances)"
    r"|ha(?:s|ve|d) yet to|(?:is|are|was|were) yet to)\b"
)
_BACKWARD = re.compile(
    rf"\b(?:{_BE} (?:(?!not\b|never\b)[\w'-]+ ){{0,4}}?{_UNTRUTH}"
    rf"|(?:{_REPORT}|that) .*\b{_BE} (?:(?!not\b|never\b)[\w'-]+ ){{0,3}}?{_WRONG}"
    rf"|(?:{_BE} )?{_NO} (?:[\w'-]+ )?(?:true|the case|so|correct|accurate|a fact|happen|occur|take place|hold)"
    r"|never (?:happened|took place|occurred|came true|materiali[sz]ed)|did ?n[o']t (?:happen|occur|take place)"
    r"|ha(?:s|ve|d) no (?:basis|foundation|truth)|(?:does|do|did) not (?:hold|stand) up)\b"
)
_BACK_REFERENCE = re.compile(
    rf"\b(?:this|that|it|these|those|such|so|they|none|nothing|neither|the {_REPORT}|the (?:opposite|reverse|contrary)"
    rf"|{_REPORT})\b"
)
_REPLY = re.compile(
    rf"\b(?:{_UNTRUTH}|{_WRONG}|{_DENY}|{_NO} (?:[\w'-]+ )?(?:true|the case|so|correct|accurate|a fact|happen"
    r"|occur|hold|right|in fact)|never (?:happened|took place|occurred)"
    r"|(?:the|quite the|just the) (?:opposite|reverse|contrary)"
    r"|(?:none|nothing|not (?:a|one) \w+|no part|little) of (?:this|that|it|these|the sort|the kind)"
    r"|no (?:[\w-]+ ){0,2}?(?:truth|evidence|proof|basis))\b"
)
_UNDENIED = re.compile(rf"\b(?:{_NO}|nobody|no one|cannot|without) (?:[\w'-]+ )?(?:{_DENY}|{_WRONG}|{_UNTRUTH})\b")
_HEDGE = re.compile(
    r"\b(?:rumou?r(?:s|ed|edly)?|perhaps|maybe|possibly|reportedly|alleged(?:ly)?|supposed(?:ly)?|purported(?:ly)?"
    r"|ostensibly|apparently|presumably|conceivably|seemingly|unconfirmed|unverified|speculat(?:es?|ed|ing|ion)|gossip"
    r"|hearsay|might|may or may not|(?:whether|if) or not"
    r"|(?:unclear|known?|say|confirm|seen?|question|doubt|unknown|uncertain|wonder(?:s|ed)?|sure|debated?)"
    r" (?:on |about )?whether"
    r"|(?:unclear|uncertain|doubtful|questionable) (?:if|that|how|what)|unsure|not sure"
    r"|(?:is|are|was|were|remains?|remained|still) (?:unclear|uncertain|doubtful|questionable|unknown)"
    r"|not (?:yet )?(?:been )?(?:clear|known|certain|confirmed|verified|established)"
    r"|(?:is|are|was|were) said to|some (?:[\w-]+ )?(?:say|believe|claim|argue|think)"
    r"|hint(?:s|ed) (?:at|that)|suspect(?:s|ed)? (?:that|of)|talk of|there is talk|probably|arguably"
    r"|(?:declin|refus)(?:e|es|ed|ing) to (?:say|confirm|comment|disclose|specify|reveal)"
    r"|it is (?:possible|conceivable)"
    r"|(?:could|can) ?not (?:be )?(?:say|confirm|confirmed|verify|verified)|believed to|thought to|in doubt"
    r"|seems? to|appears? to|appeared to|seemed to|may have|may be that|may well)\b"
)
_UNCERTAIN = re.compile(
    r"\b(?:may|might|could|would|possib\w+|potential\w*|likely|probabl\w+|perhaps|uncertain\w*|doubt\w*|question\w*"
    r"|expect\w*|suggest\w*|believ\w*|speculat\w*|appear\w*|seem\w*|claim\w*|alleg\w*|rumou?r\w*|whether|unclear)\b"
)
_MILD = re.compile(r"perhaps|maybe|possibl|conceivabl|presumabl|might|may|probabl|arguabl|seem|appear|apparent")
_LONGEST_REPLY = 18


_DENIAL_CUE = re.compile(
    rf"{_UNTRUTH}|{_WRONG}|{_DENY}|{_DISMISS}|nobody|none|contrary|hardly|far|nowhere|anything|yet|circumstances|true"
    r"|case|correct|accurate|right|fact|happen(?:ed)?|occur(?:red)?|place|holds?|evidence|proof|indication|sign|basis"
    r"|truth|confirmation|suggestion|foundation|falsely|wrongly|erroneously|mistakenly|incorrectly|inaccurately"
    r"|untruthfully|error|ruled?|ruling|says?|claims?|claimed|believe[sd]?|state[sd]|mentions?|mentioned|means|way|up|shown?|shows|showed|proved?|proven|demonstrated|established|documented"
)
_HEDGE_CUE = re.compile(
    r"rumou?r\w*|perhaps|maybe|possib\w+|reportedly|alleg\w*|suppos\w*|purport\w*|ostensibly|apparently|presumably"
    r"|conceivabl[ey]|seem\w*|unclear|uncertain|unsure|unconfirmed|unverified|unknown|speculat\w*|gossip|hearsay|might"
    r"|may|whether|doubt\w*|questionable|said|hint\w*|suspect\w*|talk|probably|arguably|declin\w*|refus\w*|confirm\w*"
    r"|verif\w*|thought|believed?|claim|argue|think|appear\w*|certain|known|sure|established|clear|say"
)


@lru_cache(maxsize=100_000)
def _cue(token: str) -> int:
    """1 for a word that may belong to a denial, 2 for one of a hedge, 3 for both: most sentences have none."""
    word = token.lower()
    return (_DENIAL_CUE.fullmatch(word) is not None) + 2 * (_HEDGE_CUE.fullmatch(word) is not None)


class Framed(NamedTuple):
    """Frames of a sentence.

    `inside` are the lower-cased words that a denial reaches, None without one, `outside` the others; `by_next` is what
    the next sentence says of this one.
    """

    inside: frozenset[str] | None
    outside: frozenset[str]
    may_hedge: bool
    by_next: Stance | None


def framed(tokens: Sequence[str], following: Sequence[str]) -> Framed:
    """Frames of a sentence, given the sentence that follows it in the same text."""
    cues = set(map(_cue, tokens))
    inside, outside = _reach(_lowered(tokens)) if 1 in cues or 3 in cues else (None, _NOTHING)
    by_next = _reply(following) if 0 < len(following) <= _LONGEST_REPLY else None
    return Framed(inside, outside, 2 in cues or 3 in cues, by_next)


def uncertain(tokens: Sequence[str]) -> bool:
    """Whether a text itself has a word that leaves open whether something is so."""
    return _UNCERTAIN.search(_lowered(tokens)) is not None


def _lowered(tokens: Sequence[str]) -> str:
    return " ".join(tokens).lower()


_NOTHING: frozenset[str] = frozenset()


def hedging(tokens: Sequence[str], frames: Framed) -> Hedging:
    """Whether a sentence itself hedges, and whether only by a word like "perhaps"."""
    found = [match[0] for match in _HEDGE.finditer(_lowered(tokens))] if frames.may_hedge else []
    return "" if not found else "mildly" if all(map(_MILD.match, found)) else "openly"


def _reach(text: str) -> tuple[frozenset[str] | None, frozenset[str]]:
    if found := _FORWARD.search(text):
        return frozenset(text[found.end() :].split()), frozenset(text[: found.start()].split())
    if (found := _BACKWARD.search(text)) and not _UNDENIED.search(text):
        return frozenset(text[: found.end()].split()), frozenset(text[found.end() :].split())
    return None, frozenset()


def _reply(following: Sequence[str]) -> Stance | None:
    text = _lowered(following)
    if text.startswith(("not so", "not true", "wrong", "false", "untrue")):
        return "denied"
    if not _BACK_REFERENCE.search(text):
        return None
    if _REPLY.search(text) and not _UNDENIED.search(text):
        return "denied"
    return "hedged" if _HEDGE.search(text) else None


def is_denied(bullet: Framed, insight: Framed, shared: Set[str]) -> bool:
    """Whether frames deny a sentence; frames that the insight has itself do not count.

    Args:
        bullet: the sentence.
        insight: the insight.
        shared: lower-cased words that both have.
    """
    if bullet.by_next == "denied" and insight.by_next != "denied":
        return True
    return bullet.inside is not None and insight.inside is None and _most(bullet.inside, bullet.outside, shared)


def _most(inside: Set[str], outside: Set[str], shared: Set[str]) -> bool:
    """Whether at least two in three of the shared words stand where the denial reaches."""
    within = len(shared & inside)
    return within > 0 and within >= 2 * len(shared & outside)
