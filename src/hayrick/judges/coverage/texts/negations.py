"""What a negator negates: the few content words after it.

`polarity` finds the whole span under a denial, in more wordings. This narrower reading is kept for words that take
something away without denying it (`softens`), and for the checker of documents.
"""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.judges.coverage.words.function_words import SENTENCE_MARKS
from hayrick.judges.coverage.words.reading import content_word
from hayrick.numerals import listed

_CONTRACTED = listed("do does did is are was were has have had can could will would should must")
NEGATORS = frozenset(listed("no not never cannot untrue false denied denies deny unable nor neither can't won't"))
NEGATORS |= frozenset(listed("fail fails failed refuse refuses refused"))
NEGATORS |= {f"{word}n't" for word in _CONTRACTED}
NEGATORS |= {word.capitalize() for word in NEGATORS}
_OF_SENTENCES = frozenset(listed("untrue false denied denies deny case true sign evidence indication"))
SOFTENERS = frozenset(
    listed(
        "halt halted stop stopped stops cease ceased without lack lacks lacked lacking avoid avoids avoided avoiding"
    )
)
SOFTENERS |= frozenset(
    listed("prevent prevents preventing absence failure lost losing less instead rather reduce reduces")
)
SOFTENERS |= frozenset(
    listed("drop drops dropped end ends ended scrap scrapped skip skips skipped neglect neglected ignore ignored")
)
SOFTENERS |= frozenset(listed("forbid forbids forbade forbidden ban bans banned prohibit prohibits prohibited missing"))
_HARMLESS = frozenset(
    listed("only just more less fewer later least necessarily to doubt matter before other else hesitate")
)
_OF_SPEECH = frozenset(listed("say confirm comment disclose specify reveal discuss answer"))
_FILLERS = frozenset(map(content_word, listed("longer case true sign evidence indication intend plan aim")))
_UNTIL_AFTER = frozenset(["no", "not", "nobody", "never"])
_LONGEST = 30
_NARROW, _WIDE = 4, 8


def softens(lower: Sequence[str], i: int) -> bool:
    """Whether a word takes something away without negating it ("halt", "free of", "not ... until")."""
    token = lower[i]
    if token in SOFTENERS or (token == "free" and "of" in lower[i + 1 : i + 2]):
        return True
    if token not in _UNTIL_AFTER:
        return False
    ahead = lower[i + 1 : i + _LONGEST]
    return "until" in ahead and SENTENCE_MARKS.isdisjoint(ahead[: ahead.index("until")])


def scope(tokens: Sequence[str], i: int) -> tuple[str, ...]:
    """Content stems that the negator at `i` negates: a few to the end of the clause, more after "it is untrue that"."""
    word, ahead = tokens[i].lower(), [token.lower() for token in tokens[i + 1 : i + 6]]
    if ahead and word in {"no", "not"} and (ahead[0] in _HARMLESS or (word == "no" and ahead[0] == "-")):
        return ()
    if i and word.startswith(("fail", "refuse")) and tokens[i - 1].lower() in NEGATORS:
        return ()
    if ahead and ahead[0].startswith(("fail", "refuse")):
        return ()
    if word.startswith(("fail", "refuse")) and ("to" not in ahead[:1] or not _OF_SPEECH.isdisjoint(ahead[1:2])):
        return ()
    wide = "that" in ahead and (word in _OF_SENTENCES or not _OF_SENTENCES.isdisjoint(ahead))
    found: list[str] = []
    for token in tokens[i + 1 : i + _LONGEST]:
        if token in SENTENCE_MARKS or (token == "," and not wide) or len(found) == (_WIDE if wide else _NARROW):
            break
        key = content_word(token)
        if key and key not in _FILLERS:
            found.append(key)
    return tuple(found)
