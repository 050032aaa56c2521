"""Frames that deny what a sentence says ("it is a myth that ..."); hedges.py has those that only leave it open.

A frame speaks of what follows it or of what stands before it, in its own sentence or, by a sentence that refers back
("That turned out to be untrue."), in the one before. A frame that the insight has too is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from hayrick.judges.coverage.clauses import before_turn, side_clause

_REPORT = (
    r"(?:reports?|claims?|rumou?rs?|stor(?:y|ies)|allegations?|assertions?|suggestions?|statements?|accounts?|beliefs?"
    r"|ideas?|notions?|assumptions?|speculation|theor(?:y|ies)|accusations?|impressions?|contentions?|news|view"
    r"|information|talk|article|announcement|headlines?|narrative|account|charges?|legend)"
)
_UNTRUTH = (
    r"(?:untrue|false|fabricated|fabrications?|fake|bogus|hoax|myths?|lies?|baseless|unfounded|groundless|debunked"
    r"|fictitious|fiction|disproved|disproven|discredited|misconceptions?|falsehoods?|misinformation|nonsense"
    r"|unsubstantiated|refuted|fallacy|untruths?|misunderstandings?|disinformation|made up|made - up|invented"
    r"|without foundation|invention|fairy tales?|forger(?:y|ies)|canard|rubbish|bunk|prank|spoof|satire|thin air"
    r"|whole cloth|fantasy|fable|a joke|misreported|wide of the mark|far from (?:true|the truth))"
)
_WRONG = (
    r"(?:wrong|incorrect|inaccurate|erroneous|mistaken|in error|an error|a mistake|denied|disputed|rejected|dismissed"
    r"|retracted|withdrawn|contradicted|disavowed|rebutted|quashed|ruled out|overturned|refuted|recanted|misleading)"
)
_GOSSIP = rf"(?:{_UNTRUTH}|gossip|rumou?rs?|speculation|propaganda|exaggeration|talk)"
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
    r"|(?<!were )(?<!proved )(?<!been )(?:false|untrue|wrong|incorrect|fake|myth|hoax|not true) : "
    r"|(?:wrong|incorrect|inaccurate|mistaken|mistake|error|lying|lied) (?:that|when (?:he|she|it|they)|to (?:say|claim"
    r"|suggest|think|believe|conclude|assume))"
    rf"|{_NO} (?:the case|true|so|correct|accurate|right|a fact) (?:that|to say)"
    rf"|{_DENY} (?:(?!by\b)[\w',-]+ ){{0,5}}?(?:that|having|{_REPORT})"
    rf"|{_DISMISS} (?:[\w'-]+ ){{0,4}}?(?:as {_UNTRUTH} )?{_REPORT}"
    rf"|contrary to (?:[\w'-]+ ){{0,3}}?(?:{_REPORT}|what)"
    r"|no (?:[\w-]+ ){0,2}?(?:evidence|proof|indication|sign|basis|truth|record|confirmation|support|suggestion)"
    r"|(?:falsely|wrongly|erroneously|mistakenly|incorrectly|inaccurately|untruthfully)"
    r"|(?:nobody|no one|none of (?:the )?[\w-]+|no [\w-]+) (?:has |have |had |ever )*(?:says?|said|claims?|claimed"
    r"|reports?|reported|believes?|believed|confirms?|confirmed|states?|stated|mentions?|mentioned|shows?|showed|shown|proved?|proven"
    r"|found|demonstrated|established|documented)"
    r"|\A(?:nobody|no one|none|neither)\b"
    r"|(?:called|calls|dismiss\w*|brand\w*|label\w*|describ\w*) (?:it|this|that)? ?(?:as )?"
    rf"(?:[\w-]+ ){{0,3}}?{_GOSSIP} that"
    rf"|(?:disown\w*|t(?:ake|ook|aken) back|walk\w* back|distanc\w* \w+ from) (?:[\w'-]+ ){{0,3}}?{_REPORT}"
    r"|out of (?:thin air|whole cloth) that|at no (?:point|time|stage)|not hold that|did nothing of the kind"
    r"|(?:by no means|in no way|nowhere|anything but|far from|hardly|under no circumstances)"
    r"|ha(?:s|ve|d) yet to|(?:is|are|was|were) yet to)\b"
)
_BACKWARD = re.compile(
    rf"\b(?:{_BE} (?:(?!not\b|never\b)[\w'-]+ ){{0,4}}?{_UNTRUTH}"
    rf"|(?:\A(?:the idea |the fact )?that|{_REPORT} (?:that|of|about|according)) .*\b{_BE}"
    rf" (?:(?!not\b|never\b)[\w'-]+ ){{0,3}}?{_WRONG}"
    rf"|(?:it|this|that|which) {_BE} (?:(?!not\b|never\b)[\w'-]+ )?{_WRONG}(?= [.,;]|$)"
    r"|(?:do n't|don't|do not|never) believe a word|(?:does|did|do) nothing of the (?:kind|sort)"
    rf"|(?:{_BE} )?{_NO} (?:[\w'-]+ )?(?:true|the case|so|correct|accurate|a fact|happen|occur|take place|hold)"
    r"|never (?:happened|took place|occurred|came true|materiali[sz]ed)|did ?n[o']t (?:happen|occur|take place)"
    r"|ha(?:s|ve|d) no (?:basis|foundation|truth)|(?:does|do|did) not (?:hold|stand) up)\b"
)
_REFERENCE = (
    r"(?:this|it|these|those|they|none|nothing|neither|everything|all of (?:this|that|it)|the whole thing"
    r"|that(?= (?:is|was|were|turned|turns|has|had|did|does|proved|would|could|may|might|later|soon|\w+ed)\b)"
    rf"|(?:the|that|this|such|his|her|their|its|all|both|those|these) (?:[\w-]+ )?{_REPORT}|{_REPORT})"
)
_SUBJECT = re.compile(rf"\b{_REFERENCE}\b")
_DENIES_IT = re.compile(
    rf"\b(?:{_DENY}|{_DISMISS}|{_BE} {_WRONG}) (?:[\w'-]+ ){{0,2}}?(?:this|that|it|these|those|so|{_REFERENCE})"
    r" ?(?:[.,;]|$|(?:as|by|in|on|at|outright|flatly|categorically|strongly|later)\b)"
)
_OF_IT = re.compile(
    r"\b(?:(?:none|nothing|not (?:a|one) \w+|no part|little|no truth|no evidence|no basis) (?:of|to|for|in)"
    r" (?:this|that|it|these|the sort|the kind)|(?:get|got|gotten) (?:this|that|it) wrong|no such (?:thing|case|\w+)"
    r"|nothing of the (?:kind|sort)|(?:do n't|don't|do not) believe (?:this|that|it|a word)"
    r"|(?:the|quite the|just the|exactly the|precisely the) (?:opposite|reverse|contrary))\b"
)
_REPLY = re.compile(
    rf"\b(?:{_UNTRUTH}|{_WRONG}|{_DENY}|{_NO} (?:[\w'-]+ )?(?:true|the case|so(?= [.,;]|$)|correct|accurate|a fact"
    r"|happen|occur|hold|right|in fact)|never (?:happened|took place|occurred)"
    r"|(?:the|quite the|just the) (?:opposite|reverse|contrary)"
    r"|(?:none|nothing|not (?:a|one) \w+|no part|little) of (?:this|that|it|these|the sort|the kind)"
    r"|no (?:[\w-]+ ){0,2}?(?:truth|evidence|proof|basis))\b"
)
_UNDENIED = re.compile(
    rf"\b(?:{_NO}|nobody|no one|cannot|without|beyond) (?:[\w'-]+ )?(?:{_DENY}|{_WRONG}|{_UNTRUTH})\b"
)
_LONGEST_REPLY, _SOON = 18, 10
_ENDS = frozenset(".!?")


_DENIAL_CUE = re.compile(
    rf"{_UNTRUTH}|{_WRONG}|{_DENY}|{_DISMISS}|nobody|none|contrary|hardly|far|nowhere|anything|yet|circumstances|true"
    r"|case|correct|accurate|right|fact|happen(?:ed)?|occur(?:red)?|place|holds?|evidence|proof|indication|sign|basis"
    r"|truth|confirmation|suggestion|foundation|falsely|wrongly|erroneously|mistakenly|incorrectly|inaccurately"
    r"|untruthfully|error|ruled?|ruling|says?|claims?|claimed|believe[sd]?|state[sd]|mentions?|mentioned|means|way|up|back|air|cloth|point|time|stage|nothing|word|such|kind|disown\w*|shown?|shows|showed|proved?|proven|demonstrated|established|documented"
)


@lru_cache(maxsize=100_000)
def _is_cue(token: str) -> bool:
    """Whether a word may belong to a denial: most sentences have none."""
    return _DENIAL_CUE.fullmatch(token.lower()) is not None


class Framed(NamedTuple):
    """Frames of a sentence.

    `inside` are the lower-cased words that a denial reaches, None without one, `outside` the others; `by_next`: the
    next sentence denies this one; `by_later`: the one after that does.
    """

    inside: frozenset[str] | None
    outside: frozenset[str]
    by_next: bool
    by_later: bool


def framed(tokens: Sequence[str], following: Sequence[Sequence[str]]) -> Framed:
    """Frames of a sentence, given the two sentences that follow it in the same text."""
    inside, outside = _reached(tokens) if any(map(_is_cue, tokens)) else (None, _NOTHING)
    replies = [0 < len(one) <= _LONGEST_REPLY and _denies_last(one) for one in following]
    by_next, by_later = (*replies, False, False)[:2]
    return Framed(inside, outside, by_next, by_later)


def _lowered(tokens: Sequence[str]) -> str:
    return " ".join(tokens).lower()


_NOTHING: frozenset[str] = frozenset()


def _reached(tokens: Sequence[str]) -> tuple[frozenset[str] | None, frozenset[str]]:
    """What denials reach and do not reach, each within its own sentence."""
    inside, outside = set[str](), set[str]()
    is_denying = False
    start = 0
    for end in [i + 1 for i, token in enumerate(tokens) if token in _ENDS] + [len(tokens)]:
        sentence, start = tokens[start:end], end
        within, without = _reach(_lowered(sentence)) if sentence else (None, _NOTHING)
        is_denying = is_denying or within is not None
        inside |= within or _NOTHING
        outside |= without if within is not None else {token.lower() for token in sentence}
    return (frozenset(inside), frozenset(outside)) if is_denying else (None, _NOTHING)


def _reach(text: str) -> tuple[frozenset[str] | None, frozenset[str]]:
    undenied = _UNDENIED.search(text)
    for found in _FORWARD.finditer(text):
        if undenied and undenied.start() < found.end() and found.start() < undenied.end():
            continue
        end = _end_of_denied(text, found)
        if end > found.end():
            return frozenset(text[found.end() : end].split()), frozenset((text[: found.start()] + text[end:]).split())
    if not undenied and (backward := _BACKWARD.search(text)):
        return frozenset(text[: backward.end()].split()), frozenset(text[backward.end() :].split())
    return None, frozenset()


def _end_of_denied(text: str, found: re.Match[str]) -> int:
    """Where a denial of what follows it ends: with its side clause, at a "but" after "nobody", or with the text."""
    if found[0].startswith("contrary"):
        return found.end()
    if not found.start():
        return before_turn(text, found.end()) or len(text)
    clause = side_clause(text, found.start(), found.end(), aside=False)
    return clause.end if clause else len(text)


def _denies_last(following: Sequence[str]) -> bool:
    text = _lowered(following)
    if text.startswith(("not so", "not true", "wrong", "false", "untrue")):
        return True
    if (_OF_IT.search(text) or _DENIES_IT.search(text)) and not _UNDENIED.search(text):
        return True
    for subject in _SUBJECT.finditer(text):
        said = " ".join(text[subject.end() :].split(" ")[:_SOON])
        found = _REPLY.search(said)
        if found and " that " not in said[: found.start()] and not _UNDENIED.search(text):
            return True
    return False


def is_denied(bullet: Framed, insight: Framed, shared: Set[str], several: bool = False) -> bool:
    """Whether frames deny a sentence; frames that the insight has itself do not count.

    Args:
        bullet: the sentence.
        insight: the insight.
        shared: lower-cased words that both have.
        several: whether the insight has several sentences.
    """
    if bullet.by_next or (several and bullet.by_later):
        return True
    return (
        bullet.inside is not None and insight.inside is None and reaches(bullet.inside, bullet.outside, shared, several)
    )


def reaches(inside: Set[str], outside: Set[str], shared: Set[str], several: bool = False) -> bool:
    """Whether most of the shared words stand where a frame reaches; of more sentences, one in three.

    A frame ends with its sentence: what denies or doubts one of two sentences leaves less than half of them standing.
    """
    within = len(shared & inside)
    return within > 0 and within >= (0.5 if several else 1.25) * len(shared & outside)
