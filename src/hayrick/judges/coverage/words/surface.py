"""What of a text is only its form: marks of citations, lists and emphasis, links, struck words, loud capitals."""

from __future__ import annotations

import re
import unicodedata

from hayrick.judges.coverage.words.lemmas import root
from hayrick.judges.coverage.words.synonyms import SYNONYMS
from hayrick.judges.coverage.words.verdicts import with_verdicts, without_reasons
from hayrick.judges.coverage.words.vocabulary import kinds
from hayrick.numerals import CODES, MONTHS, WEEKDAYS, is_number, listed
from hayrick.text import STOP_WORDS, fold

_CITATION = re.compile(r"\[[^\[\]\d]*+\d[^\[\]]*+\]")
_STRUCK = re.compile(r"~~[^~]++~~|<(del|s|strike)>[^<]*+</\1>", re.IGNORECASE)
_LINK = re.compile(r"\[([^\[\]]++)\]\([^\s()]*+\)")
_LEAST_LINKED = 3
"""Words of a link that is no citation."""
_ANSWERS = re.compile(
    r"\?[^\w\s]{0,4}\s{1,4}[^\w\s]{0,4}(?:a(?:nswer)?[^\w\s]{0,4}:\W{0,4})?"
    r"(?:(?P<yes>yes\b[.,:;!-]*(?=\s|\Z))(?! (?:and no|but|if|only|partly|in part|although|though)\b)|(?=no\b))",
    re.IGNORECASE,
)
_MARK = re.compile(r"\s*+(?:[-*•‣–—>]+|#{1,6}|\(?\d{1,3}[.)])\s+")
_EMPHASIS = re.compile(r"(?<![\w*`])[*`_]{1,3}(?=[\w\"'(])|(?<=[\w.,;:!?%)\"'])[*`_]{1,3}(?![\w*`])")
_DASH_AFTER_LABEL = re.compile(r"(\A(?:[^\W\d_][^\s:;,.!?]*\s){1,4})-+(?=\s)")
_DASH = re.compile(r"\s-+\s")

_SPACED_NUMBER = re.compile(r"(?<![\w.,])(?<!\d )[1-9]\d{0,2}(?: , \d{3})++")
_MORE_OF_NUMBER = re.compile(r"[\w.]| , \d")
_SPACED_SUM = re.compile(r"([£$€¥] ?\d[\d.,]*+) (?=(?:m|bn|tn|k)(?![\w']))")
_SMALL_WORD = re.compile(r"(?<!\S)[a-z]+")
_SMALL_IN_HEADLINES = STOP_WORDS | frozenset(
    listed("amid despite per plus than versus vs via worth near past since until")
)
"""Words that a headline may leave in lower case."""
_LOUD = re.compile(r"[A-Z](?<![\w'-].)[A-Z'-]++(?: +(?:[A-Z][A-Z'-]*+|\d[\d,.%]*+)){3,}+")
_MORE_OF_WORD = re.compile(r"[\w'-]")
"""What may not follow a run is looked at behind it: in the pattern it would be tried from each place of the run."""
_LONGEST_ACRONYM = 5
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_LEAST_CAPITALS = 4
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)?", re.IGNORECASE)
_BESIDE = 12
"""Characters beside a word that may be a month."""
_NAMES_OF_TIMES = frozenset([*(name for name in MONTHS if len(name) > 3), *WEEKDAYS]) - {"May", "March"}
_BEFORE_MONTHS = frozenset(listed("in of since by until from early late mid last next on this during before after"))


def without_citations(text: str) -> str:
    """Replace every `[...]` group with a digit by a space, and remove a leading list mark."""
    if mark := _MARK.match(text):
        text = text[mark.end() :]
    return _CITATION.sub(" ", text) if "[" in text else text


def plain(text: str) -> str:
    """A text without citations and what is only its form; what it says is left in its order.

    Marks of lists and emphasis, targets of links and struck words are removed; quotes, dashes, blanks and letters with
    accents are made alike; a verdict that stands apart is joined to its sentence (`with_verdicts`); a dash after the
    first few words is a colon, unless another one follows. Where capitals say nothing (all letters or all words have
    one, or none has), known words are in lower case and others have a capital.
    """
    if "~~" in text or "</" in text:
        text = _STRUCK.sub("", text)
    if "](" in text:
        text = _LINK.sub(_linked, text)
    if "[" in text or "(" in text:
        text = without_reasons(text)
    text = without_citations(text)
    if not text.isascii():
        text = fold(unicodedata.normalize("NFC", text))
    if "*" in text or "_" in text or "`" in text:
        text = _EMPHASIS.sub("", text)
    if "?" in text:
        text = _ANSWERS.sub(_answered, text)
    text = with_verdicts(text)
    if " , " in text:
        text = _SPACED_NUMBER.sub(_joined, text)
    if "$" in text or not text.isascii():
        text = _SPACED_SUM.sub(r"\1", text)
    if " -" in text and len(_DASH.findall(text)) == 1:
        text = _DASH_AFTER_LABEL.sub(r"\1:", text)
    return _in_plain_case(text)


def _answered(found: re.Match[str]) -> str:
    """The end of a question before its answer; one that is answered yes is none."""
    return "." if found["yes"] else "? "


def _linked(found: re.Match[str]) -> str:
    """What a link says; of a short one, which may be a citation, with its brackets."""
    return found[1] if len(found[1].split()) >= _LEAST_LINKED else f"[{found[1]}]"


def _joined(found: re.Match[str]) -> str:
    """A number whose thousands are set apart as by a tokeniser ("27 , 000"), but for a day before a number."""
    if _MORE_OF_NUMBER.match(found.string, found.end()):
        return found[0]
    before = found.string[max(0, found.start() - _BESIDE) : found.start()].split()[-1:]
    if before and before[0].capitalize().rstrip(".") in MONTHS:
        return found[0]
    return found[0].replace(" , ", ",")


def _in_plain_case(text: str) -> str:
    if text.islower() or _is_headline(text):
        return _recased(text)
    return _LOUD.sub(_lowered, text)


def _lowered(found: re.Match[str]) -> str:
    """Some loud words in a row, but for a run that ends within a word."""
    return found[0] if _MORE_OF_WORD.match(found.string, found.end()) else _recased(found[0])


def _is_headline(text: str) -> bool:
    """Whether all words have capitals but those that headlines leave in lower case."""
    if any(one[0] not in _SMALL_IN_HEADLINES for one in _SMALL_WORD.finditer(text)):
        return False
    found: list[str] = _WORD.findall(text)
    capitals = sum(word[0].isupper() for word in found)
    return capitals >= _LEAST_CAPITALS and 2 * capitals > len(found)


def _recased(text: str) -> str:
    """Known words in lower case, months, weekdays and unknown words with a capital; acronyms as they are.

    Where every word is in capitals, only codes of currencies and "US" are known to be some.
    """
    is_loud = text.isupper()

    def recased(found: re.Match[str]) -> str:
        word, lower = found[0], found[0].lower()
        capital = lower.capitalize()
        if capital in _NAMES_OF_TIMES or (capital in ("May", "March") and _is_month(text, found)):
            return capital
        if word in CODES or word == "US" or (not is_loud and word.isupper() and 1 < len(word) <= _LONGEST_ACRONYM):
            return word
        if is_known(lower):
            return lower
        return capital if is_loud or word.islower() else word

    return _WORD.sub(recased, text)


def is_known(word: str) -> bool:
    """Whether a word in lower case, or each part of it, is one of the language and thus perhaps no name."""
    stems = map(root, filter(None, re.split("['-]", word)))
    return word in STOP_WORDS or is_number(word) or all(kinds(SYNONYMS.get(stem, stem)) for stem in stems)


def _is_month(text: str, found: re.Match[str]) -> bool:
    """Whether a word that may be a month or something else stands where a month would."""
    near = slice(max(0, found.start() - _BESIDE), found.start()), slice(found.end(), found.end() + _BESIDE)
    before, after = text[near[0]].split()[-1:], text[near[1]].split()[:1]
    if any(one[:1].isdigit() for one in after) or any(map(_DAY.fullmatch, before)):
        return True
    return "".join(before).lower() in _BEFORE_MONTHS
