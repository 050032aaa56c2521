"""Sentences around a list that are no part of it: "Sure!", "Let me know if you need more.", "I hope this helps."."""

from __future__ import annotations

import re

_OPENING = re.compile(
    r"[*_\"' \t]{0,4}(?:sure(?: thing)?|of course|certainly|absolutely|okay|ok|all ?right|got it|understood|no problem"
    r"|great(?: question)?|(?:i'?m |i am )?(?:happy|glad) to help|with pleasure|here (?:you (?:go|are)|it is|they are)"
    r"|thank(?:s| you)(?: for [^\n.!:;,]{1,80})?)"
    r"[ \t]{0,3}(?:[.!,:\u2014]{1,3}(?=\s|\Z)|-(?=\s)|(?=\n|\Z))[ \t]{0,9}",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(
    r"\W{0,9}(?:here|below|these|the following|i(?:'ve| have)? (?:found|listed|identified|read|went|extracted))\b"
    r"(?:'s|[ \t](?:is|are|were))?[ \t](?:the|a|an|all|my|your|every|each|some|through|only|what|everything)\b"
    r"(?:[^,;:\n]{0,200}\Z|[^,;:.!\n]{0,200}[.!][ \t]{1,9}(?=\S))",
    re.IGNORECASE,
)
_TO_READER = re.compile(
    r"[*_(\"' \t]{0,4}(?:(?:please|kindly)[ ,]|feel free|let me know|don'?t hesitate|just (?:ask|let|say|tell)"
    r"|thank(?:s| you)\b|(?:i )?hope (?:that |this |it |these |you |i )|if you\b|should you\b"
    r"|(?:do|would|did|are|can|could|may|shall) (?:you|i|we)\b|is (?:there|this|that) (?:any|what|all|enough)"
    r"|you(?:'re| are) welcome|note(?:[ :]|\b that)|(?:happy|glad|ready|here) to (?:help|assist|answer|look|explain)"
    r"|always happy|any(?:thing)? (?:other|else|more|further|questions)|need any|good luck\b"
    r"|(?:best|kind|warm) (?:regards|wishes)\b|espero que|j'esp\u00e8re|n'h\u00e9sitez|ich hoffe|(?:wenn|falls) sie)",
    re.IGNORECASE,
)
_ABOUT_LIST = re.compile(
    r"[*_(\"' \t]{0,4}(?:i(?:'[a-z]{1,2})?|we|you|your|this|that(?:'s)?|these|those|they|there|no|all|as|the|it|some"
    r"|titles?|names?|labels?|duplicates?|end|any|have|enjoy)[ \t]",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?;\u3002\uff01][*_\"')\]]{0,3}[ \t]{1,3}(?=\S)")
_MARKED = re.compile(r"\s{0,20}(?:[-*+\u2022](?=\s)|\d{1,4}[.)](?=\s)|\|)")
_INNER_NAME = re.compile(r"(?<=\S)\s+[\"'(]{0,2}(?!I(?:'\w{1,2})?\b)[^\W\d_a-z]|\d")
_VERB = re.compile(
    r"\b(?:is|are|was|were|have|has|had|can|could|may|might|do|does|did|will|would|should|hope|appears?|mentioned|listed"
    r"|found|included?|covers?|need|know|been|apologi[sz]e|[a-z]{2,12}n't|\w{1,12}'(?:s|re|ve|ll|d|m))\b"
)
_FEWEST_WORDS = 3
_MOST = 2_000
"""Characters of a remark; what is longer stays."""


def without_remarks(reply: str) -> str:
    """A reply that is a list, without the sentences before and after it that speak to the reader.

    At the beginning: "Sure!", "Of course.", and a line that announces the list. At the end, lines without a bullet and
    sentences after the last label that speak to the reader ("Let me know", "I hope this", "Please note") or of the list
    ("These are all that were found", with a verb and neither a digit nor a capital letter inside). A paragraph of its
    own counts, too, if it is such a sentence, however it begins. All else stays, so that wrong labels keep their cost.

    Args:
        reply: any text; the time taken is linear in its length.
    """
    lines = reply.strip().splitlines()
    first, last = 0, len(lines)
    for opening in (_OPENING, _OPENING, _ANNOUNCED) if lines else ():
        while first < last - 1 and not lines[first].strip():
            first += 1
        if opened := opening.match(lines[first]):
            lines[first] = lines[first][opened.end() :]
    while last > first + 1 and (not lines[last - 1].strip() or _is_remark(lines, first, last)):
        last -= 1
    kept = lines[first:last]
    if kept:
        kept[-1] = _before_remarks(kept[-1])
    return "\n".join(kept)


def _is_remark(lines: list[str], first: int, last: int) -> bool:
    """Whether the last line speaks to the reader or of the list, and no line before it announces it."""
    line = lines[last - 1]
    if _MARKED.match(line) or len(line) > _MOST or _introduced(lines, first, last - 1):
        return False
    if _TO_READER.match(line):
        return True
    return _is_sentence(line) and (not lines[last - 2].strip() or bool(_ABOUT_LIST.match(line)))


def _introduced(lines: list[str], first: int, place: int) -> bool:
    """Whether the nearest line above that is not blank ends with a colon, or there is none."""
    above = next((lines[at] for at in range(place - 1, first - 1, -1) if lines[at].strip()), ":")
    return above.rstrip(" *_").endswith(":")


def _is_sentence(line: str) -> bool:
    """Three words or more with a verb, without a digit and without a capital letter inside that may begin a name."""
    shown = line.strip(" \t*_()\"'")
    return len(shown.split(None, _FEWEST_WORDS)) >= _FEWEST_WORDS and bool(
        _VERB.search(shown) and not _INNER_NAME.search(shown)
    )


def _before_remarks(line: str) -> str:
    """A line up to the first of the sentences in it from which on all are remarks."""
    end = len(line)
    for start in reversed([one.end() for one in _ENDS.finditer(line)]):
        rest = line[start:end]
        if len(rest) > _MOST or not (_TO_READER.match(rest) or (_ABOUT_LIST.match(rest) and _is_sentence(rest))):
            break
        end = start
    return line[:end].rstrip()
