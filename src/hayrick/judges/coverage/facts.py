"""Extracts facts from a text: names and quantities with their neighbours, negations, and the use of function words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import Any, Generic, NamedTuple, TypeVar, overload

from hayrick.judges.coverage.reading import Reading, content_word, form
from hayrick.numerals import MONTHS, WEEKDAYS, listed
from hayrick.quantities import Quantity
from hayrick.text import STOP_WORDS

_STOPS = frozenset(".!?;:")
_CONTRACTED = listed("do does did is are was were has have had can could will would should must")
_NEGATORS = frozenset(listed("no not never cannot untrue false denied denies deny unable nor neither can't won't"))
_NEGATORS |= frozenset(listed("fail fails failed refuse refuses refused"))
_NEGATORS |= {f"{word}n't" for word in _CONTRACTED}
_NEGATORS |= {word.capitalize() for word in _NEGATORS}
_OF_SENTENCES = frozenset(listed("untrue false denied denies deny case true sign evidence indication"))
_SOFTENERS = frozenset(
    listed("halt halted stop stopped stops cease ceased without lack lacks lacking avoid avoids avoiding")
)
_SOFTENERS |= frozenset(
    listed("prevent prevents preventing absence failure lost losing less instead rather reduce reduces")
)
_HARMLESS = frozenset(listed("only just more less fewer later least necessarily to doubt matter"))
_FILLERS = frozenset(map(content_word, listed("longer case true sign evidence indication intend plan aim")))
_ARTICLES = frozenset(listed("a an the its their his our your my"))
_AFTER_NO_ARTICLE = frozenset(
    listed("a an the of to in on at by for with from into as and or but is are was were be been has . , ;")
)
_LINKS = frozenset(listed("of for with from at into and or"))
_AFTER_NO_LINK = frozenset(listed("of and or is are was were be been has have . , ;"))
_NARROW, _WIDE = 4, 8
_LONGEST = 5000

T = TypeVar("T")


class _Once(Generic[T]):
    """Like `functools.cached_property`, but without the lock that Python 3.11 takes."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self._name = find.__name__

    @overload
    def __get__(self, owner: None, kind: type) -> _Once[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> T | _Once[T]:
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._find(owner)
        return value


class Slot(NamedTuple):
    """A name, quantity or word with its neighbours: two stems before it, nearest first, and two stems after it."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    terms: frozenset[str]
    quantity: Quantity | None

    def overlap(self, other: Slot) -> float:
        """Similarity of two contexts: number of shared stems on the same side, plus half of those on opposite sides."""
        before, after = frozenset(self.before), frozenset(self.after)
        across = len(before.intersection(other.after)) + len(after.intersection(other.before))
        return len(before.intersection(other.before)) + len(after.intersection(other.after)) + across / 2


class Facts:
    """The facts of one text, each computed on first use.

    Args:
        reading: the text; only the first 5000 tokens are used, to bound the time.
        proper: words that count as names even at the start of a sentence; None counts every capitalised word there.
    """

    def __init__(self, reading: Reading, proper: Set[str] | None = frozenset()) -> None:
        if len(reading.tokens) > _LONGEST:
            within = [q for q in reading.quantities if q.end <= _LONGEST]
            reading = reading._replace(tokens=reading.tokens[:_LONGEST], quantities=within)
        self.reading = reading
        self._proper = proper

    @_Once
    def _line(self) -> list[str]:
        """One term per token; "" for tokens without content."""
        line = list(map(content_word, self.reading.tokens))
        for q in self.reading.quantities:
            line[q.start : q.end] = [form(q)] + [""] * (q.end - q.start - 1)
        return line

    @_Once
    def keys(self) -> list[str]:
        """Content stems and quantities, in text order."""
        return [key for key in self._line if key]

    @_Once
    def first(self) -> dict[str, int]:
        """Index in `keys` of the first occurrence of each term."""
        keys = self.keys[::-1]
        return dict(zip(keys, range(len(keys) - 1, -1, -1), strict=True))

    @_Once
    def near(self) -> frozenset[tuple[str, str]]:
        """Pairs of terms, the second at most three terms after the first."""
        keys = self.keys
        return frozenset(pair for step in (1, 2, 3) for pair in zip(keys, keys[step:], strict=False))

    @_Once
    def glue(self) -> float:
        """Share of function words among all words, in [0, 1]; 1 if there are no words."""
        words = sum(map(str.isalpha, self.reading.tokens))
        return sum(map(STOP_WORDS.__contains__, map(str.lower, self.reading.tokens))) / words if words else 1.0

    @_Once
    def bound(self) -> dict[tuple[str, str], bool]:
        """For each pair of adjacent terms, whether a function word stands between them."""
        found: dict[tuple[str, str], bool] = {}
        before, bound = "", False
        for key, token in zip(self._line, self.reading.tokens, strict=True):
            if key:
                if before:
                    found[before, key] = bound
                before, bound = key, False
            elif token.lower() in STOP_WORDS:
                bound = True
        return found

    @_Once
    def quantities(self) -> list[Slot]:
        """Quantities with their neighbours."""
        return [self._slot(q.start, q.end, q) for q in self.reading.quantities]

    @_Once
    def names(self) -> list[Slot]:
        """Names (runs of capitalised words) with their neighbours."""
        return [self._slot(start, end, None) for start, end in self._runs()]

    @_Once
    def negated(self) -> list[tuple[str, ...]]:
        """Content stems in the scope of each negator."""
        tokens = self.reading.tokens
        if _NEGATORS.isdisjoint(tokens):
            return []
        scopes = (_scope(tokens, i) for i, token in enumerate(tokens) if token in _NEGATORS)
        return [scope for scope in scopes if scope]

    @_Once
    def broken(self) -> int:
        """Number of adjacent function words that are ungrammatical in English ("the of", "with and", a final "the")."""
        lower = [token.lower() for token in self.reading.tokens]
        pairs = zip(lower, [*lower[1:], "."], strict=True)
        return sum(
            (a in _ARTICLES and b in _AFTER_NO_ARTICLE) or (a in _LINKS and b in _AFTER_NO_LINK) for a, b in pairs
        )

    @_Once
    def softened(self) -> list[tuple[str, ...]]:
        """Content stems in the scope of words that take something away without negating it ("halt", "without")."""
        tokens = self.reading.tokens
        return [_scope(tokens, i) for i, token in enumerate(tokens) if token.lower() in _SOFTENERS]

    @_Once
    def spoken(self) -> frozenset[str]:
        """The distinct tokens in lower case, function words included."""
        return frozenset(map(str.lower, self.reading.tokens))

    def token(self, word: str) -> Slot:
        """First occurrence of a lower-case token, which must be in `spoken`, with its neighbours."""
        at = next(i for i, token in enumerate(self.reading.tokens) if token.lower() == word)
        return self._slot(at, at + 1, None)

    def word(self, key: str) -> Slot:
        """First occurrence of a content stem with its neighbours, which are empty if the text lacks the stem."""
        if key not in self._line:
            return Slot((), (), frozenset([key]), None)
        at = self._line.index(key)
        return self._slot(at, at + 1, None)

    def _slot(self, start: int, end: int, quantity: Quantity | None) -> Slot:
        line = self._line
        before = tuple(_some(line[max(0, start - 12) : start][::-1])) or ("^",)
        after = tuple(_some(line[end : end + 12])) or ("$",)
        return Slot(before, after, frozenset(key for key in line[start:end] if key), quantity)

    def _runs(self) -> Iterator[tuple[int, int]]:
        tokens, line = self.reading.tokens, self._line
        begin = -1
        initial = True
        for i, token in enumerate(tokens):
            named = bool(line[i]) and line[i][0] != "#" and self._is_name(i, initial)
            if named and begin < 0:
                begin = i
            elif not named and begin >= 0:
                yield begin, i
                begin = -1
            initial = token in _STOPS or (initial and not token[0].isalnum())
        if begin >= 0:
            yield begin, len(tokens)

    def _is_name(self, i: int, initial: bool) -> bool:
        token = self.reading.tokens[i]
        if not token[0].isupper() or token in MONTHS or token in WEEKDAYS:
            return False
        if not initial or self._proper is None or token in self._proper or (len(token) > 1 and token.isupper()):
            return True
        return i + 1 < len(self.reading.tokens) and self.reading.tokens[i + 1][0].isupper()


def _some(keys: list[str]) -> Iterator[str]:
    found = 0
    for key in keys:
        if key:
            yield key
            found += 1
            if found == 2:
                return


def _scope(tokens: list[str], i: int) -> tuple[str, ...]:
    """Content stems negated by the token at `i`: up to 4 within the clause, or up to 8 after "it is untrue that"."""
    word, ahead = tokens[i].lower(), [token.lower() for token in tokens[i + 1 : i + 6]]
    if ahead and ahead[0] in _HARMLESS and word in {"no", "not"}:
        return ()
    if word.startswith(("fail", "refuse")) and "to" not in ahead[:1]:
        return ()
    wide = "that" in ahead and (word in _OF_SENTENCES or not _OF_SENTENCES.isdisjoint(ahead))
    scope: list[str] = []
    for token in tokens[i + 1 : i + 30]:
        if token in _STOPS or (token == "," and not wide) or len(scope) == (_WIDE if wide else _NARROW):
            break
        key = content_word(token)
        if key and key not in _FILLERS:
            scope.append(key)
    return tuple(scope)
