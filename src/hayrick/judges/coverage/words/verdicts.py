"""Words that only say that something else is false or unconfirmed: a bracket, a cell of a table, a heading, a label."""

from __future__ import annotations

import re
from enum import Enum


class Verdict(Enum):
    """What is said of a statement; the value is a bracket in which rules of denials and hedges find it."""

    FALSE = "(not true)"
    UNCONFIRMED = "(unconfirmed)"

    @property
    def label(self) -> str:
        """The verdict as it stands before a statement: "False:"."""
        return f"{self.name.capitalize()}:"


_FALSE = (
    r"(?:not (?:true|so|correct|accurate|supported|the case)|false|untrue|incorrect|wrong|inaccurate|erroneous|debunked"
    r"|refuted|disprove[dn]|retracted|fabricated|fake|unfounded|baseless|groundless|contradicted"
    r"|(?:did|has|have) not (?:happen|occur|take place)\w*"
    r"|(?:an? )?(?:myth|hoax|lie|falsehood|fabrication|misconception)"
    r"|(?:(?:support|stat|confirm)ed by |found in )?(?:0|zero|none|no)(?: (?:out )?of (?:the )?\d+)?"
    r" (?:documents|sources|articles|texts))"
)
_OPEN = (
    r"(?:un(?:verified|confirmed|prove[dn]|substantiated|corroborated|supported|checked|certain|clear)|disputed|doubtful"
    r"|not (?:yet )?(?:been )?(?:verified|confirmed|prove[dn]|established|checked|certain|clear)|speculati(?:on|ve)"
    r"|rumou?r|(?:very )?(?:low|little) confidence|confidence ?[:=-] ?(?:very )?low"
    r"|(?:source|origin) (?:doubtful|unclear|unknown)"
    r"|(?:part(?:ly|ially)|half)[ -](?:true|correct|right|supported|false)|alleged|hypothetical)"
)
_BEFORE = (
    r"(?:(?:verdict|status|rating|ruling|assessment|conclusion|result|fact[ -]check|finding|answer|note|comment|remark"
    r"|correction|erratum|corrigendum|retraction|checked|reviewer|editor(?:'s note)?) ?[:=-] ?)?"
    r"(?:(?:(?:this|that|it|which)(?: claim| statement)? (?:is|was|has been)|(?:that|it)'s) )?"
    r"(?:(?:completely|entirely|mostly|largely|clearly|demonstrably|factually|now|since|later) )?"
)
_AFTER = r"(?:,? (?:by|in|according to|see|as)\b[^()\[\]|.;]{1,60})?"
_VERDICT = rf"{_BEFORE}(?:{_FALSE}|{_OPEN}){_AFTER}"
_CLAIMS = (
    r"(?:(?:the )?(?:following )?(?:claims?|statements?|reports?|assertions?|information|beliefs?|insights?|points?"
    r"|bullets?|things|ideas?|stories|facts|theories|assumptions?|accounts?|examples?|details?|figures|findings|scenarios?)"
    r"|the following|what follows|these)"
)
_ABOUT = r"(?: (?:about|on|in|by|from|made|found|below|of)(?: (?!(?:is|are|was|were|ha[sd]|have|will)\b)[\w'-]+){0,8})?"
_HEADS_FALSE = (
    rf"(?:(?:the )?(?:following )?{_FALSE} {_CLAIMS}{_ABOUT}"
    rf"|{_CLAIMS} (?:(?:below|here) )?(?:(?:that|which) )?(?:(?:is|are|was|were|has been|have been|shown|found|proved"
    rf"|turned out)(?: to be)? )?{_FALSE}{_AFTER}"
    rf"|{_CLAIMS} (?:(?:that|which) )?(?:did|has|have) (?:not|never) (?:happen|occur|take place)\w*"
    r"|(?:common |popular )?(?:myths|misconceptions|falsehoods|fabrications|misinformation|lies|hoaxes)"
    rf"{_ABOUT}|(?:errors?|mistakes?|misstatements?|inaccuracies) (?:in|of|from) (?:the|our|my|an?) (?:last|previous"
    r"|earlier|first|original|published) [\w-]+"
    r"|what (?:is|was|went|they got|it gets) wrong (?:in|with|about) .{1,60}|debunked\b.{0,120}"
    r"|(?:none|nothing|not one|no part) of (?:the following|these|this|what follows)\b.{0,60})"
)
_HEADS_OPEN = (
    rf"(?:(?:the )?(?:following )?{_OPEN} {_CLAIMS}{_ABOUT}"
    rf"|{_CLAIMS} (?:(?:that|which) )?(?:(?:is|are|was|were|has been|have been|remains?) )?{_OPEN}{_AFTER}"
    rf"|{_CLAIMS} (?:(?:that|which) )?(?:can|could) ?not be (?:verified|confirmed|checked|established){_AFTER}"
    rf"|rumou?rs(?: and \w+)?{_ABOUT}(?:, {_OPEN})?|(?:gossip|hearsay|speculations?){_ABOUT}"
    rf"|(?:open|unanswered) questions{_ABOUT})"
)
_END = r"(?= ?(?:[.;!|]|\Z))"
_IS_FALSE = re.compile(rf"{_BEFORE}(?:{_FALSE}|no\b|[✗✘❌✖])", re.IGNORECASE)
_HEADING = rf"(?:(?P<false>{_HEADS_FALSE}|{_BEFORE}{_FALSE}{_AFTER})|{_HEADS_OPEN}|{_BEFORE}{_OPEN}{_AFTER})"
_HEADS = re.compile(rf"{_HEADING}\W*\Z", re.IGNORECASE)
_KNOWN = r"(?!(?:false|untrue|wrong|incorrect|fake|myth|hoax|not true):)"
_LABEL = re.compile(rf"\s*{_KNOWN}{_HEADING.replace(_ABOUT, '')}:", re.IGNORECASE)
"""A label that no other rule knows. It says nothing else: words such as "about the bank" belong to its sentence."""
_OPENS = re.compile(
    rf"{_VERDICT}(?=\W*\Z|[.!](?:\s|\Z))|(?:that|it|this)(?:'s| is| was) (?:{_FALSE}|{_OPEN})(?=[,;:])", re.IGNORECASE
)
_MARKS = re.compile(r"[*_|~→✗✘❌✖✓✅\ufe0f]|[-=]>")
"""What may stand before a verdict."""
_LONGEST_VERDICT = 160
_EXPLAINED = re.compile(rf"([\[(]) ?({_VERDICT}) ?[,;:.-] ?[^()\[\]]{{1,{_LONGEST_VERDICT}}}[\])]", re.IGNORECASE)
_FIRST = re.compile(rf"\s*(?:\[ ?({_VERDICT}) ?\]|\( ?({_VERDICT}) ?\)|\| *({_VERDICT}) *\|) ?:?", re.IGNORECASE)
_LATER = re.compile(
    rf"[\[(] ?({_VERDICT}) ?[\])]{_END}|(?:→|[-=]>|(?<= )-) ?({_VERDICT}){_END}"
    rf"|\| *({_VERDICT}|no|[✗✘❌✖]\W?)[. ]*(?=\||\Z)|"
    rf"\| *(no(?=[.,;:](?!\s*\d)| -)|[✗✘❌✖])[^|]{{1,160}}(?=\||\Z)|([✗✘❌✖])\W?\Z",
    re.IGNORECASE,
)


def verdict_of(text: str) -> Verdict | None:
    """The verdict that a text begins with, if it does ("Verdict: false. No such gift was made.")."""
    words = _MARKS.sub(" ", text[:_LONGEST_VERDICT].replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).split()
    opening = " ".join(words)
    return _verdict(opening) if _OPENS.match(opening) else None


def without_reasons(text: str) -> str:
    """A text with the verdicts in its brackets alone: what explains one ("[false, it stays at 60]") is left out."""
    return _EXPLAINED.sub(r"(\2)", text)


def verdict_over(heading: str) -> Verdict | None:
    """The verdict that a heading gives on what stands under it ("Claims not supported by the documents")."""
    return _over(_HEADS.match(heading.strip()))


def with_verdicts(text: str) -> str:
    """A text with each verdict that stands apart as a label before its sentence or as a bracket at its end.

    It stands apart in a bracket or a cell of a table, at the end after a dash or an arrow, or as a cross there. A cross
    before a sentence is none: lists of drawbacks have it, too.
    """
    if ":" in text and (label := _LABEL.match(text)) and (over := _over(label)):
        text = f"{over.label} {text[label.end() :]}"
    elif first := _FIRST.match(text):
        text = f"{_verdict(first[first.lastindex or 0]).label} {text[first.end() :]}"
    pieces: list[str] = []
    done = 0
    for later in _LATER.finditer(text, 1):
        pieces += text[done : later.start()].rstrip(" ."), f" {_verdict(later[later.lastindex or 0]).value}"
        done = later.end()
    return "".join([*pieces, text[done:]])


def _over(heading: re.Match[str] | None) -> Verdict | None:
    return heading and (Verdict.FALSE if heading["false"] else Verdict.UNCONFIRMED)


def _verdict(written: str) -> Verdict:
    return Verdict.FALSE if _IS_FALSE.match(written) else Verdict.UNCONFIRMED
