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
    r"|(?:false|untrue|wrong|incorrect|fake|myth|hoax|not true) : "
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
_UNDENIED = re.compile(rf"\b(?:{_NO}|nobody|no one|cannot|without) (?:[\w'-]+ )?(?:{_DENY}|{_WRONG}|{_UNTRUTH})\b")
_SAY = r"(?:say|says|said|claims?|claimed|believes?|believed|suggests?|suggested|suspects?|suspected|thinks?|thought"
_SAY += (
    r"|fears?|feared|hopes?|hoped|argues?|argued|insists?|insisted|whispers?|whispered|speculates?|speculated|hears?)"
)
_OPENLY = re.compile(
    r"\b(?:rumou?r(?:s|ed|edly)?|reportedly|alleged(?:ly)?|supposed(?:ly)?|purported(?:ly)?|ostensibly|unconfirmed"
    r"|unverified|unofficially|unsourced|speculat(?:es?|ed|ing|ion)|gossip|hearsay|may or may not"
    r"|(?:anonymous|unnamed|unidentified|unsigned|undisclosed|leaked|unofficial)"
    r" (?:[\w-]+ )?(?:sources?|insiders?|reports?|letters?|memos?|officials?|posts?|documents?|figures|accounts?|tips?"
    r"|witness(?:es)?|blog\w*|notes?|emails?|e - mails?|callers?|data)"
    r"|without (?:(?:giving|any|offering|further|citing|solid) )*(?:evidence|proof|proving|sources?)"
    r"|(?:word|whispers?|talk) (?:around|in|on|of|has|is|that|among)|whispered"
    rf"|or so (?:[\w-]+ ){{0,3}}?(?:{_SAY}|is|are)"
    r"|if (?:[\w'-]+ ){1,6}?(?:(?:is|are) (?:to be (?:believed|trusted)|right|true|correct)|anything to go by)"
    r"|(?:to judge|judging) (?:by|from)|according to (?:rumou?rs?|gossip|speculation|hearsay|some)"
    rf"|(?:some|figures|reports|sources?|insiders?|observers|tabloids?|blogs?|bloggers?|neighbou?rs|locals|fans|onlookers"
    rf"|it is) (?:[\w-]+ ){{0,3}}?{_SAY}|(?:is|are|was|were) said to"
    r"|(?:unclear|known?|says?|said|confirm|seen?|question|doubt|unknown|uncertain|wonder(?:s|ed)?|sure|debated?|tell"
    r"|ask(?:s|ed)?|check(?:s|ed|ing)?|consider(?:s|ed|ing)?|discuss(?:es|ed|ing)?|investigat(?:e|es|ed|ing)|examin(?:e|es|ed|ing)"
    r"|determin(?:e|es|ed|ing)|establish(?:es|ed|ing)?|decid(?:e|es|ed|ing)|debating|certain|clear|remains|dispute"
    r"|verify|verifying|disputed|asking) (?:on |about |over |of )?whether"
    r"|(?:unclear|uncertain|doubtful|questionable) (?:if|that|how|what)|unsure|not sure"
    r"|(?:is|are|was|were|remains?|remained|still) (?:unclear|uncertain|doubtful|questionable|unknown|open)"
    r"|not (?:yet )?(?:been )?(?:clear|known|certain|confirmed|verified|established|decided|settled)"
    r"|hint(?:s|ed)?\b|suspect(?:s|ed)? (?:that|of)|there is talk|no comment|(?:nobody|no one) (?:can|could) say"
    r"|(?:declin|refus)(?:e|es|ed|ing) to (?:say|confirm|comment|disclose|specify|reveal)"
    r"|(?:could|can) ?not (?:be )?(?:say|confirm|confirmed|verify|verified)|believed to|thought to|in doubt"
    r"|(?:being|been) (?:considered|discussed|debated|mooted|floated|weighed)|under (?:discussion|consideration)"
    r"|(?:is|are|was|were) (?:still )?(?:considering|mulling|weighing|pondering|contemplating|debating|in talks))\b"
)
_MILDLY = re.compile(
    r"\b(?:perhaps|maybe|possibly|conceivabl[ey]|presumabl[ey]|might|may|probabl[ey]|arguabl[ey]|seem(?:s|ed|ingly)?"
    r"|appears? to|appeared to|apparently|it is possible|whether|could|would|stands a chance"
    r"|(?:is|are|was|were) (?:(?:still|yet) )?(?:feared|supposed|tipped|likely) to"
    r"|(?:is|are|was|were) (?:thinking (?:about|of)|toying with|weighing up|looking (?:at|into)|hoping|considering)"
    r"|(?:hopes?|hoped|wants?|wanted|wishes|wished|expects? (?:him|her|it|them)) to"
    r"|(?:idea|ideas|option|options|hypothesis|proposal) (?:on|under|is|being)"
    r"|(?:calls|pressure|push) (?:\w+ ){0,3}for|(?:is|are) pending|if need be|if so|if (?:\w+ ){1,5}finds? support"
    r"|has (?:also )?asked|predicts?|reckons?|guess(?:es)?|as far as|possibility that)\b"
)
_UNCERTAIN = re.compile(
    r"\b(?:will|plan\w*|aim\w*|goal|intend\w*|seek\w*|future|propos\w*|consider\w*|hop\w+|should|if|may|might|could|would|possib\w+|potential\w*|likely|probabl\w+|perhaps|uncertain\w*|doubt\w*|question\w*"
    r"|expect\w*|suggest\w*|believ\w*|speculat\w*|appear\w*|seem\w*|claim\w*|alleg\w*|rumou?r\w*|whether|unclear)\b"
)
_LONGEST_REPLY, _SOON = 18, 10
_FEW_AFTER = 4
_ENDS = frozenset(".!?")


_DENIAL_CUE = re.compile(
    rf"{_UNTRUTH}|{_WRONG}|{_DENY}|{_DISMISS}|nobody|none|contrary|hardly|far|nowhere|anything|yet|circumstances|true"
    r"|case|correct|accurate|right|fact|happen(?:ed)?|occur(?:red)?|place|holds?|evidence|proof|indication|sign|basis"
    r"|truth|confirmation|suggestion|foundation|falsely|wrongly|erroneously|mistakenly|incorrectly|inaccurately"
    r"|untruthfully|error|ruled?|ruling|says?|claims?|claimed|believe[sd]?|state[sd]|mentions?|mentioned|means|way|up|back|air|cloth|point|time|stage|nothing|word|such|kind|disown\w*|shown?|shows|showed|proved?|proven|demonstrated|established|documented"
)
_HEDGE_CUE = re.compile(
    r"rumou?r\w*|perhaps|maybe|possib\w+|reportedly|alleg\w*|suppos\w*|purport\w*|ostensibly|apparently|presumably"
    r"|conceivabl[ey]|seem\w*|unclear|uncertain|unsure|unconfirmed|unverified|unknown|speculat\w*|gossip|hearsay|might"
    r"|may|whether|doubt\w*|questionable|said|hint\w*|suspect\w*|talk|probably|arguably|declin\w*|refus\w*|confirm\w*"
    r"|verif\w*|thought|believe[sd]?|claim\w*|argue\w*|think\w*|appear\w*|certain|known|sure|established|clear|says?"
    r"|anonymous|unnamed|unidentified|unsigned|undisclosed|leaked|unofficial\w*|without|word|whisper\w*|so|if|judg\w+"
    r"|according|expected|likely|set|due|tipped|slated|fear\w*|plan\w*|hop\w+|intend\w*|aim\w*|want\w*|propos\w+"
    r"|consider\w*|discuss\w*|debat\w*|mooted|floated|weigh\w*|mulling|pondering|contemplating|talks|comment|check\w*"
    r"|could|would|stands|poised|looking|thinking|toying|hoping|wish\w*|idea\w*|option\w*|hypothesis|calls|pressure|push"
    r"|pending|predict\w*|reckon\w*|guess\w*|far|possibility|ask\w*|decid\w*|tell|question|open|settled|insist\w*|hears?|suggest\w*|investigat\w*|examin\w*|determin\w*"
)


@lru_cache(maxsize=100_000)
def _cue(token: str) -> int:
    """1 for a word that may belong to a denial, 2 for one of a hedge, 3 for both: most sentences have none."""
    word = token.lower()
    return (_DENIAL_CUE.fullmatch(word) is not None) + 2 * (_HEDGE_CUE.fullmatch(word) is not None)


class Framed(NamedTuple):
    """Frames of a sentence.

    `inside` are the lower-cased words that a denial reaches, None without one, `outside` the others; `by_next` is what
    the next sentence says of this one, `by_later` the one after that.
    """

    inside: frozenset[str] | None
    outside: frozenset[str]
    may_hedge: bool
    by_next: Stance | None
    by_later: Stance | None


def framed(tokens: Sequence[str], following: Sequence[Sequence[str]]) -> Framed:
    """Frames of a sentence, given the two sentences that follow it in the same text."""
    cues = set(map(_cue, tokens))
    inside, outside = _reached(tokens) if 1 in cues or 3 in cues else (None, _NOTHING)
    replies = [_reply(one) if 0 < len(one) <= _LONGEST_REPLY else None for one in following]
    by_next, by_later = (*replies, None, None)[:2]
    return Framed(inside, outside, 2 in cues or 3 in cues, by_next, by_later)


def uncertain(tokens: Sequence[str]) -> bool:
    """Whether a text itself has a word that leaves open whether something is so."""
    return _UNCERTAIN.search(_lowered([token for token in tokens if token != "May"])) is not None


def _lowered(tokens: Sequence[str]) -> str:
    return " ".join(tokens).lower()


_NOTHING: frozenset[str] = frozenset()


class Hedge(NamedTuple):
    """A hedge: whether it is open or only a word like "perhaps", and the lower-cased words that it reaches or not."""

    is_open: bool
    inside: frozenset[str]
    outside: frozenset[str]


def hedge(tokens: Sequence[str], frames: Framed) -> Hedge | None:
    """The first hedge of a text, None without one.

    It reaches its clause and what follows in the sentence; at the end of a sentence and as an aside, the sentence.
    """
    if not frames.may_hedge:
        return None
    text = _lowered([token for token in tokens if token != "May"])
    is_open = found = _OPENLY.search(text)
    found = found or _MILDLY.search(text)
    if found is None:
        return None
    begin, end = _sentence_around(text, found.end())
    clause = max(text.rfind(mark, begin, found.start()) for mark in (" , ", " but ", " ; ", " : "))
    is_aside = len(text[found.end() : end].split()) <= _FEW_AFTER or found[0].startswith("or so")
    start = begin if is_aside else max(begin, clause)
    inside = text[start:end].split()
    return Hedge(is_open is not None, frozenset(inside), frozenset((text[:start] + text[end:]).split()))


def _sentence_around(text: str, at: int) -> tuple[int, int]:
    """Where the sentence of a position begins and ends."""
    begin = max(text.rfind(f" {mark} ", 0, at) for mark in _ENDS)
    ends = [end for mark in _ENDS if (end := text.find(f" {mark}", at)) >= 0]
    return begin + 1, min(ends, default=len(text))


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
    if found := _FORWARD.search(text):
        return frozenset(text[found.end() :].split()), frozenset(text[: found.start()].split())
    if (found := _BACKWARD.search(text)) and not _UNDENIED.search(text):
        return frozenset(text[: found.end()].split()), frozenset(text[found.end() :].split())
    return None, frozenset()


def _reply(following: Sequence[str]) -> Stance | None:
    text = _lowered(following)
    if text.startswith(("not so", "not true", "wrong", "false", "untrue")):
        return "denied"
    if (_OF_IT.search(text) or _DENIES_IT.search(text)) and not _UNDENIED.search(text):
        return "denied"
    for subject in _SUBJECT.finditer(text):
        said = " ".join(text[subject.end() :].split(" ")[:_SOON])
        found = _REPLY.search(said)
        if found and " that " not in said[: found.start()] and not _UNDENIED.search(text):
            return "denied"
        if " that " not in said and _OPENLY.search(said):
            return "hedged"
    return None


def is_denied(bullet: Framed, insight: Framed, shared: Set[str], several: bool = False) -> bool:
    """Whether frames deny a sentence; frames that the insight has itself do not count.

    Args:
        bullet: the sentence.
        insight: the insight.
        shared: lower-cased words that both have.
        several: whether the insight has several sentences.
    """
    if bullet.by_next == "denied" or (several and bullet.by_later == "denied"):
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
