"""Hedges: what a text reports as rumour, belief or possibility, or as only asked, planned or depending on something.

Each kind of hedge is excused by some of the kinds, or some words, of the insight: an insight that leaves open what a
bullet leaves open is said in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from hayrick.judges.coverage.texts.clauses import Clause, before_turn, side_clause
from hayrick.judges.coverage.texts.hedge_kinds import KINDS, begun_in, written
from hayrick.judges.coverage.texts.hedge_reach import is_held, speaks_of_next
from hayrick.judges.coverage.words.hedge_words import CHECK
from hayrick.judges.coverage.words.lemmas import is_past
from hayrick.judges.coverage.words.reading import content_word, sentence_spans

_FEW_AFTER, _NEXT = 4, 2
_LONGEST_ASIDE, _LONGEST_CONDITION = 12, 24
_MARKS = (" , ", " but ", " ; ", " : ")
UNREAL = frozenset(["whether", "condition", "planned", "proposed"])
"""Kinds that do not state the insight at all, not even as probable."""

OF_ALL = frozenset(["rumour", "unchecked", "whether", "belief", "epistemic"])
"""Kinds that speak of the sentence before them if they stand in a clause or sentence of their own."""

_COMMENTS = frozenset(["rumour", "unchecked", "belief"])
"""Kinds that may end a sentence with a few words more, as a comment on it."""

_SPEAKS_OF_ALL = ("which ", "whose ", "though this ", "although this ", "though that ", "though it is ")
"""How a clause begins that may speak of the sentence before it."""

_TURNED = frozenset(["epistemic", "belief", "planned", "proposed", "modal", "would"])
"""Kinds of which "but" is the end."""

MODALS = frozenset(["may", "might", "could", "would"])

_EXCUSES = {
    "will": r"(?:will|shall|to be|plan\w*|goal|future|propos\w*|should|must)",
    "likely": r"(?:potential\w*|possib\w+|likely|estimate\w*|project\w*|expect\w*|suggest\w*|uncertain\w*|claim\w*)",
    "promise": r"(?:offer\w*|promis\w+|pledg\w+|vow\w*|commit\w*|agree\w*|want\w*|hop\w+|seek\w*|sought|try|tried|tries"
    r"|attempt\w*|decid\w+|decision|intend\w*|intent\w*|aim\w*|threat\w*|propos\w+|ask\w*|demand\w*|urg\w+|call\w*"
    r"|consider\w*|design\w*|to help|meant|due|persuad\w+)",
    "modal": r"(?:could|would|can|should)",
    "when": r"(?:when|whenever|where|once|until|condition\w*|provided)",
}
_WORDS = {name: re.compile(rf"\b{pattern}\b") for name, pattern in _EXCUSES.items()}
_DUE = re.compile(r"\b(?:is|are|was|were) to\b")
_NOT_WRITTEN = frozenset([""])
_RESOLVED_BEFORE = re.compile(
    r"(?<!not )(?<!never )(?<!nobody )(?<!cannot )(?<!yet to )(?:confirm(?:s|ed|ing)|end(?:s|ed|ing)|an end to"
    r"|dispel(?:s|led|ling)|settl(?:es|ed|ing)|prov(?:es|ed|ing)|vindicat\w+|b(?:ore|ears?) out|laid to rest|silenc\w+"
    r"|remov(?:es|ed|ing)|justif\w+) (?:[\w'-]+ ){0,4}\Z"
    r"|(?:no(?: mere| longer| real)?|not (?:merely |just |only )?|more than|anything but|never) (?:an? )?\Z"
    r"|(?:nobody|no one|few|none)(?: [\w'-]+){0,2} \Z|contrary to (?:[\w'-]+ ){0,3}\Z"
)
_RESOLVED_AFTER = re.compile(
    r" (?:(?!not |never |n't |un|that |whether |if )[\w'-]+ ){0,3}?(?:(?:proved?|proven|turned out|was|were|is|are"
    r"|came|come) (?:to be )?(?:now |finally |fully |all )*(?:right|true|correct|confirmed|justified|official"
    r"|reality|fact"
    r"|certain|over)|ha(?:s|ve|d) (?:now |since |finally )?been (?:confirmed|proved|proven|borne out|verified)"
    r"|materiali[sz]ed|happened|took place|gave way|aside)(?![\w'-])"
)
_RESOLVED = frozenset(["rumour", "belief"])
"""Kinds that are none where the sentence says that they proved true or are at an end."""

_WINDOW = 120
ON_ANY = re.compile(rf"{CHECK}|authentic|official|comment|salt|caution|citation|unable to")


class Hedge(NamedTuple):
    """A hedge: its kind, how it is written, the lower-cased words that it reaches, and what it may reach."""

    kind: str
    written: str
    inside: frozenset[str]
    sentence: frozenset[str]


def hedges(tokens: Sequence[str], lower: Sequence[str]) -> list[Hedge]:
    """All hedges of a text of one or more sentences, given as written and in lower case.

    A hedge reaches its clause and what follows in the sentence; as an aside, or in a short clause that says what is
    open, the sentence; in a side clause, or before "but", only that. A question is one as a whole.
    """
    begun = begun_in(tokens, lower)
    if not begun and "?" not in tokens:
        return []
    found: list[Hedge] = []
    for start, end in sentence_spans(tokens):
        sentence = [token for token in tokens[start:end] if token != "May"]
        is_question = sentence[-1:] == ["?"]
        if not sentence or (not is_question and next(written(" ".join(sentence).lower(), begun), None) is None):
            continue
        text = " ".join(_with_names(sentence))
        every = frozenset(text.lower().split())
        if is_question:
            found.append(Hedge("whether", "?", every, every))
        for name, match in written(text, begun):
            if name not in _RESOLVED or not _is_resolved(text, match):
                found.append(_hedge(text, match, name, every))
    return found


def _hedge(text: str, match: re.Match[str], name: str, every: frozenset[str]) -> Hedge:
    if speaks_of_next(text, match):
        inside = frozenset(text[match.end() :].lower().split()[:_NEXT])
        return Hedge(name, match[0], inside, inside)
    clause = _clause(text, match, name)
    if clause is None:
        inside = _reached(text, match, name)
        is_own = _adds(text, match.start()) or (name == "belief" and is_held(text, match))
        return Hedge(name, match[0], inside, inside if is_own else every)
    inside = clause.of(text)
    return Hedge(name, match[0], inside, every if _is_comment(text, match, name, clause) else inside)


def _adds(text: str, start: int) -> bool:
    """Whether a hedge stands in a long clause that "and" joins to another one: it speaks of that one only."""
    clause = text.rfind(" , and ", 0, start)
    return clause >= 0 and "," not in text[clause + 3 : start] and len(text[clause:].split()) > _LONGEST_ASIDE


def _is_resolved(text: str, match: re.Match[str]) -> bool:
    """Whether a rumour or belief is said to have proved true, to be confirmed or to be none."""
    before = max(0, match.start() - _WINDOW)
    return bool(_RESOLVED_BEFORE.search(text, before, match.start()) or _RESOLVED_AFTER.match(text, match.end()))


class Excuse(NamedTuple):
    """What of an insight excuses hedges, as written: a kind, a word, "present" without a verb in the past, or "due"."""

    name: str
    written: frozenset[str]


def excuses(tokens: Sequence[str]) -> frozenset[Excuse]:
    """All excuses of an insight."""
    text = " ".join(token for token in tokens if token != "May").lower()
    own = hedges(tokens, [token.lower() for token in tokens])
    found = {Excuse(one.kind, frozenset(one.written.split())) for one in own}
    for name, words in _WORDS.items():
        found.update(Excuse(name, frozenset(match[0].split())) for match in words.finditer(text))
    if not any(map(is_past, tokens[1:])):
        found.add(Excuse("present", _NOT_WRITTEN))
    if _DUE.search(text):
        found.add(Excuse("due", _NOT_WRITTEN))
    return frozenset(found)


def unexcused(found: Sequence[Hedge], excused: Set[Excuse], words: Set[str], spoken: Set[str]) -> list[Hedge]:
    """Hedges that an insight does not have itself.

    Args:
        found: hedges of the bullet, or of the sentence after it.
        excused: the insight's excuses; those that the bullet repeats excuse nothing else.
        words: the insight's content words.
        spoken: the bullet's lower-case tokens.
    """
    names = {one.name for one in excused if not one.written <= spoken}
    repeated = {one.written for one in excused}
    return [
        one
        for one in found
        if not _is_repeated(frozenset(one.written.split()), repeated)
        and names.isdisjoint(KINDS[one.kind].excused)
        and not _is_said(one, words)
    ]


def reach(found: Sequence[Hedge], shared: Set[str]) -> frozenset[str]:
    """Words that hedges reach; one in a clause that shares nothing with the insight speaks of its whole sentence."""
    inside: set[str] = set()
    for one in found:
        is_of_all = one.kind in OF_ALL and shared.isdisjoint(one.inside) and one.written.split()[0] not in MODALS
        inside |= one.sentence if is_of_all else one.inside
    return frozenset(inside)


def _is_repeated(written: frozenset[str], repeated: Set[frozenset[str]]) -> bool:
    return written in repeated or any(len(one) == 1 and one <= written and one <= MODALS for one in repeated)


def _is_said(one: Hedge, words: Set[str]) -> bool:
    own = set(map(content_word, one.written.split())) - {""}
    return bool(own) and (own <= words or (one.kind == "rumour" and not own.isdisjoint(words)))


def _reached(text: str, match: re.Match[str], name: str) -> frozenset[str]:
    rest = text[match.end() :].split()
    clause = max(0, *(text.rfind(mark, 0, match.start()) for mark in _MARKS))
    ends = [end for mark in _MARKS if (end := text.find(mark, match.end())) >= 0]
    length = len(text[clause : min(ends, default=len(text))].split())
    begins = name == "condition" and not text[clause : match.start()].strip(" ,;:")
    is_short = length <= (_LONGEST_CONDITION if begins else _LONGEST_ASIDE)
    few = _FEW_AFTER if name in _COMMENTS else 1
    if name == "belief" and is_held(text, match):
        return frozenset(text[match.end() :].lower().split())
    is_aside = len(rest) <= few or match[0].startswith("or so") or rest[0] == ","
    if is_aside or (is_short and KINDS[name].of_sentence):
        return frozenset(text.lower().split())
    return frozenset(text[clause:].lower().split())


def _clause(text: str, match: re.Match[str], name: str) -> Clause | None:
    """The side clause of a hedge, or what comes before "but"; None for a hedge that may reach its sentence."""
    if name == "condition":
        return None
    clause = side_clause(text, match.start(), match.end(), name != "rumour", name in OF_ALL - {"whether"})
    is_turned = name in _TURNED or (name == "rumour" and match[0].endswith(" that"))
    if clause is None and is_turned and not text.startswith(("it ", "this ", "that ")):
        turn = before_turn(text, match.end(), name != "epistemic")
        if turn is not None:
            return Clause(max(0, *(text.rfind(mark, 0, match.start()) for mark in _MARKS)), turn)
    return clause


def _is_comment(text: str, match: re.Match[str], name: str, clause: Clause) -> bool:
    """Whether a hedge in a side clause may speak of the sentence all the same."""
    is_last = clause.end >= len(text) - len(" .") and text.startswith(_SPEAKS_OF_ALL, clause.start)
    return (is_last and name in _COMMENTS) or (name == "unchecked" and ON_ANY.search(match[0]) is not None)


def _with_names(sentence: Sequence[str]) -> Iterator[str]:
    """Tokens in lower case but for names, which hedge nothing; all of a sentence that is mostly capitalised."""
    capitals = sum(token[0].isupper() for token in sentence)
    may_begin = True
    for token in sentence:
        is_name = token[0].isupper() and not may_begin and 2 * capitals < len(sentence)
        yield token if is_name else token.lower()
        may_begin = not token[0].isalnum() and token not in ",-'"
