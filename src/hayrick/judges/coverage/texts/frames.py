"""Frames that deny what a sentence says ("it is a myth that ..."); hedges.py has those that only leave it open.

A frame speaks of what follows it or of what stands before it, in its own sentence or, by a sentence that refers back
("That turned out to be untrue."), in the one before. A frame that the insight has too is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from hayrick.judges.coverage.texts.clauses import before_turn, side_clause
from hayrick.judges.coverage.texts.parties import is_by_another, is_of_another
from hayrick.judges.coverage.words import frame_words as words
from hayrick.judges.coverage.words.reading import sentence_spans

_FORWARD, _BACKWARD = re.compile(words.FORWARD), re.compile(words.BACKWARD)
_TOLD, _SUBJECT, _DENIES_IT = re.compile(words.TOLD), re.compile(words.SUBJECT), re.compile(words.DENIES_IT)
_OF_IT, _REPLY, _UNDENIED = re.compile(words.OF_IT), re.compile(words.REPLY), re.compile(words.UNDENIED)
_COUNTS, _NONE = re.compile(words.COUNTS), re.compile(words.NONE)
_NOT_SO = re.compile(words.NOT_SO)
_WRONG_THINGS = re.compile(words.WRONG_THINGS)
_DENIES, _CUES = re.compile(words.DENIES), re.compile(words.CUES)
_WEAK, _BESIDE = re.compile(words.WEAK_CUES), re.compile(words.BESIDE)
_CRY, _SAYS_NO = re.compile(words.CRY), re.compile(words.SAYS_NO)
_ANY = re.compile("|".join(f"(?:{one})" for one in (words.DENIES, words.CUES, words.WEAK_CUES, words.BESIDE)))
_LONGEST_REPLY, _SOON, _SHORT = 18, 10, 5
_NARROW = ("anything but", "far from", "hardly", "nowhere")
"""What denies no more than the rest of its clause."""
_CLAUSE_END, _MARK = re.compile(r" (?:[,;:]|-|but|and) "), re.compile(r" [,;:] ")
_OTHER_CLAUSE = re.compile(r" (?:(?:, )?but|, (?:while|whereas|though|although|and indeed)) ")
"""What ends the denied after "the clinic denied that": what follows is told, not denied."""
_NEAR = 40
"""Within how many characters after "falsely" stands the "that" of what is false."""


@lru_cache(maxsize=100_000)
def denies(token: str) -> bool:
    """Whether a word itself denies, calls untrue or dismisses something."""
    return _DENIES.fullmatch(token.lower()) is not None


SURE, _WEAKLY, _COMPANY = 1, 2, 4
"""Bits of cues: a word denies by itself, or beside another one; or is such another one."""
OTHERS = 8
"""The lowest bit that no cue of a frame has."""


@lru_cache(maxsize=100_000)
def cue(token: str) -> int:
    """What a word says about whether a sentence may have a frame: it does, it does beside another word, or nothing."""
    word = token.lower()
    if not _ANY.fullmatch(word):
        return 0
    if denies(word) or _CUES.fullmatch(word):
        return SURE
    return _WEAKLY * bool(_WEAK.fullmatch(word)) + _COMPANY * bool(_BESIDE.fullmatch(word))


def _may_frame(cues: int) -> bool:
    """Whether a text with these cues may have a frame: most have none."""
    return bool(cues & SURE or (cues & _WEAKLY and cues & _COMPANY))


class Reach(NamedTuple):
    """The tokens from `start` to `end`, which a frame denies; it stands from `begin` to `stop` itself."""

    start: int
    end: int
    begin: int
    stop: int


class Framed(NamedTuple):
    """Frames of a sentence.

    `inside` are the lower-cased words that a denial reaches, None without one, `outside` the others; `by_next`: the
    next sentence denies this one; `by_later`: the one after that does; `every`: what each frame reaches.
    """

    inside: frozenset[str] | None
    outside: frozenset[str]
    by_next: bool
    by_later: bool
    every: tuple[Reach, ...] = ()


def framed(tokens: Sequence[str], following: Sequence[Sequence[str]], cues: int) -> Framed:
    """Frames of a sentence with certain cues, given the two sentences that follow it in the same text."""
    is_plain = not _may_frame(cues) and "?" not in tokens[:-1]
    if is_plain and not following:
        return _PLAIN
    replies = [_exclaims(one) or _replies_no(one, tokens) for one in following]
    by_next, by_later = (*replies, False, False)[:2]
    if following and tokens and tokens[-1] == "?":
        by_next = by_next or _answers_no(tokens, following[0])
    many = [] if is_plain else _in_sentences(tokens)
    if not any(many):
        return Framed(None, _NOTHING, by_next, by_later)
    reached = {i for reaches in many for one in reaches[:1] for i in range(one.start, one.end)}
    sides = set[str](), set[str]()
    for i, token in enumerate(tokens):
        sides[i in reached].add(token.lower())
    outside, inside = map(frozenset, sides)
    return Framed(inside, outside, by_next, by_later, tuple(one for reaches in many for one in reaches))


_NOTHING: frozenset[str] = frozenset()
_PLAIN = Framed(None, _NOTHING, False, False)


def _lowered(tokens: Sequence[str]) -> str:
    return " ".join(tokens).lower()


def _in_sentences(tokens: Sequence[str]) -> list[list[Reach]]:
    """What frames reach in each sentence; what the next one denies, or what follows a colon, is reached as a whole."""
    bounds = list(sentence_spans(tokens))
    found = [_reached(tokens, *one) for one in bounds]
    for i, (start, end) in enumerate(bounds[1:]):
        own, told = tokens[start:end], tokens[slice(*bounds[i])]
        is_reply = _exclaims(own) or _replies_no(own, told)
        is_reply = is_reply or (told[-1] == "?" and _answers_no(told, own))
        if is_reply and not found[i]:
            found[i] = [Reach(*bounds[i], start, end)]
    for i, (start, end) in enumerate(bounds):
        mark = max((n for n in range(start + 1, end - 1) if tokens[n] in ";:"), default=end)
        own, told = tokens[mark + 1 : end], tokens[start:mark]
        if mark < end <= mark + _LONGEST_REPLY and not found[i] and _denies_last(own, told):
            found[i] = [Reach(start, mark, mark, end)]
    return found


def _reached(tokens: Sequence[str], start: int, end: int) -> list[Reach]:
    """What frames of a sentence reach in it, the first one that denies what follows it before one that looks back."""
    text = _lowered(tokens[start:end])

    def count(at: int) -> int:
        """Tokens that begin before a character."""
        return start + text.count(" ", 0, at) + (at > 0 and text[at - 1] != " ")

    found = ((Reach(*map(count, (*reach, *frame.span()))), frame) for reach, frame in _reach(text))
    return [
        one for one, frame in found if not (_NOT_SO.fullmatch(frame[0]) and is_by_another(tokens, start, one.begin))
    ]


def _reach(text: str) -> list[tuple[tuple[int, int], re.Match[str]]]:
    found: list[tuple[tuple[int, int], re.Match[str]]] = []
    undenied = _UNDENIED.search(text)
    for forward in _FORWARD.finditer(text):
        if undenied and undenied.start() < forward.end() and forward.start() < undenied.end():
            continue
        end = _end_of_denied(text, forward)
        if end > forward.end():
            found.append(((forward.end(), end), forward))
            break
    if not undenied and (backward := _BACKWARD.search(text)) and not (found and _opens(found[0][1], backward)):
        clause = text.rfind(" ; ", 0, backward.start()) + 1
        begin = clause if clause and _TOLD.search(text, clause, backward.end()) else 0
        found.append(((begin, backward.end()), backward))
    return found


def _opens(forward: re.Match[str], backward: re.Match[str]) -> bool:
    """Whether what looks back only begins what denies the words after it: "is not true" of "is not true that"."""
    return forward[0].endswith(" that") and forward.start() < backward.end() <= forward.end()


def _answers_no(question: Sequence[str], following: Sequence[str]) -> bool:
    """Whether a sentence answers no to a question that it follows."""
    text = _lowered(following)
    if question[0].lower() in words.ASKS:
        return _COUNTS.search(_lowered(question)) is not None and _NONE.match(text) is not None
    if following[0].lower() in words.NO_ANSWERS or text.startswith(words.NO_PHRASES) or _exclaims(following):
        return True
    return _SAYS_NO.search(text) is not None and not _UNDENIED.search(text)


def _end_of_denied(text: str, found: re.Match[str]) -> int:
    """Where a denial of what follows it ends: with its side clause, at a "but" after "nobody", or with the text."""
    if found[0].startswith(("would", "could")):
        return before_turn(text, found.end()) or len(text)
    if found[0].startswith("contrary"):
        # What stands against a report is affirmed, and what the report says is not.
        stop = _MARK.search(text, found.end()) if text.startswith((" that ", " of "), found.end()) else None
        return stop.start() if stop else found.end()
    if found[0].startswith("according"):
        return len(text)
    if found[0].startswith(_NARROW):
        stop = _CLAUSE_END.search(text, found.end())
        return stop.start() if stop else len(text)
    if found[0].endswith("ly") and " that " not in text[found.end() : found.end() + _NEAR]:
        stop = _MARK.search(text, found.end())
        return stop.start() if stop else len(text)
    if not found.start():
        marks = (" : ", " ; ", " , ") if text.partition(" ")[0].endswith("ing") else (" : ", " ; ")
        turns = before_turn(text, found.end()), *(text.find(mark, found.end()) + 1 for mark in marks)
        return min(filter(None, turns), default=len(text))
    clause = side_clause(text, found.start(), found.end(), aside=False)
    end = clause.end if clause else len(text)
    turn = _OTHER_CLAUSE.search(text, found.end(), end)
    return turn.start() if turn else end


def _exclaims(sentence: Sequence[str]) -> bool:
    """Whether a sentence is or begins with a cry that denies the one before ("Rubbish: ...")."""
    return _CRY.match(_lowered(sentence[:_SHORT])) is not None


def _replies_no(following: Sequence[str], told: Sequence[str]) -> bool:
    """Whether a short sentence, or one that goes on after a colon or semicolon, denies what was told before it."""
    end = next((i for i, token in enumerate(following) if token in ";:" and i > 1), 0)
    return any(0 < n <= _LONGEST_REPLY and _denies_last(following[:n], told) for n in (len(following), end))


def _denies_last(following: Sequence[str], told: Sequence[str]) -> bool:
    """Whether a sentence denies what was told before it."""
    return _speaks_against(following) and not is_of_another(following, told)


def _speaks_against(following: Sequence[str]) -> bool:
    text = _lowered(following)
    if text.startswith(words.REPLIES):
        return True
    if len(following) <= _SHORT and _BACKWARD.search(f"is {text}") and not _UNDENIED.search(text):
        return True
    if (_OF_IT.search(text) or _DENIES_IT.search(text)) and not _UNDENIED.search(text):
        return True
    for subject in _SUBJECT.finditer(text):
        said = _WRONG_THINGS.sub("", " ".join(text[subject.end() :].split(" ")[:_SOON]))
        found = _REPLY.search(said)
        if not found or said[found.end() :].startswith((" to ", " that ")):
            continue
        if " that " not in said[: found.start()] and not _UNDENIED.search(text):
            return True
    return False


def is_denied(bullet: Framed, insight: Framed, shared: Set[str], several: bool) -> bool:
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


def reaches(inside: Set[str], outside: Set[str], shared: Set[str], several: bool) -> bool:
    """Whether most of the shared words stand where a frame reaches; of more sentences, one in three.

    A frame ends with its sentence: what denies or doubts one of two sentences leaves less than half of them standing.
    """
    within = len(shared & inside)
    return within > 0 and within >= (0.5 if several else 1.25) * len(shared & outside)
