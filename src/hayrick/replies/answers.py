"""Short answers, as models write them: "Answer: Paris", "The answer is **Paris**.", "Paris"."""

from __future__ import annotations

import re

_LABEL = re.compile(
    r"(?:^|(?<=[\n.!?;)]))[^\w\n]{0,8}(?:(?:the|my)\s)?(?:(?:final|short|correct)\s)?answer\s{0,3}[:\uff1a]"
    r"|\b(?:the|my)\s(?:(?:final|short|correct)\s)?answer(?:\sto\s[^\n.!?:]{1,100})?\s(?:is|would\sbe)\b"
    r"(?:\sas\sfollows)?(?!\s(?:found|given|stated|mentioned|provided|contained|based|available|known|clear|unclear)\b)",
    re.IGNORECASE,
)
_NEXT_QUESTION = re.compile(r"\n[^\w\n]{0,8}question\s{0,3}[:\uff1a]", re.IGNORECASE)
_EMPHASIS = re.compile(r"\*{1,3}|`{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|^#{1,6}\s", re.MULTILINE)
_FENCE = re.compile(r"^```\w{0,12}[ \t]*$", re.MULTILINE)
_AROUND = " \t\r\n\"'\u201c\u201d\u2018\u2019\u00ab\u00bb"


def read_answer(reply: str) -> str | None:
    """Short answer of a reply: what it names as its answer, else all of it; None where nothing is left.

    Named is what follows the last "Answer:" that begins a line or sentence, or the last "the answer is", to the end of
    the line; where nothing follows on that line, the next line that is not empty. Emphasis, code fences, quotes around
    it and a final stop are left out, as is everything from a line "Question:" on that follows an answer.

    Args:
        reply: visible text of a reply, without its reasoning.

    Source: HELMET, whose scorer takes the line after the first "Answer:", else the first line (`released_answer`).
    Differs: the last one counts, so that a model may think first; sentences are read; the answer may stand on the next
        line; without a label all lines count.
    """
    text = _EMPHASIS.sub("", _FENCE.sub("", reply)).strip()
    asked = _NEXT_QUESTION.search(text)
    text = text[: asked.start()] if asked else text
    for label in reversed(list(_LABEL.finditer(text))):
        line = text[label.end() :].strip(f"{_AROUND}:").split("\n", 1)[0]
        if answer := _bare(line):
            return answer
    return _bare(text) or None


def released_answer(reply: str, prefix: str = "Answer:") -> str:
    """Answer as HELMET's scorer reads it: the rest of the line after the first `prefix`, else the first line.

    Args:
        reply: any text.
        prefix: a regular expression such as "label:"; found in any case, and removed once more, letter by letter, where
            it is repeated.

    Source: HELMET's released scorer at commit 4526dfb (parse_output).
    """
    found = re.search(f"(?:{prefix})([^\n]*)", reply, re.IGNORECASE)
    line = (found[1] if found else reply.split("\n", 1)[0]).strip()
    return re.sub(f"^{re.escape(prefix)}", "", line, count=1, flags=re.IGNORECASE).strip()


def _bare(text: str) -> str:
    """Without quotes around it and without a final stop; the stop of an initial or abbreviation stays."""
    bare = text.strip(_AROUND)
    return bare if re.search(r"(?:^|[\s.])[^\W\d_]\.$", bare) else bare.removesuffix(".").strip(_AROUND)
