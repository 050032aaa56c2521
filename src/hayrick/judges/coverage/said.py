"""What bullets say of the insights of a subtopic, and what guards and the words around an insight object to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import takewhile

from hayrick.judges.coverage.core import Core, core
from hayrick.judges.coverage.guards.agreed import agreed
from hayrick.judges.coverage.guards.guards import DENIED, DOUBTED, GUARDS, PART, REFUTED, Objection, missing, objection
from hayrick.judges.coverage.guards.stance import LEAST_ASSERTED, LEAST_DENIED, LEAST_DOUBTED, stance
from hayrick.judges.coverage.records import Record
from hayrick.judges.coverage.similarity import Match, Prepared
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.texts.following import may_comment
from hayrick.judges.coverage.words.reading import Parts, Reading, read_parts

STANCE = "stance"
ALL_GUARDS = (*GUARDS, STANCE)
"""Names of all guards, and of the model that tells a text's stance."""

OF_WORDING = frozenset(["denial", "weighed", "open", "hedge"])
"""Guards that know wordings of denials and doubts; the words around an insight may say that these concern another
matter."""

_OF_WHOLE = frozenset(
    {
        *(
            "weighed",
            "negation",
            "counterclaim",
            "lookalike",
            "open",
            "negated",
            "hedge",
            "stuffing",
            "order",
            "replaced",
        ),
        "predicate",
    }
)
"""Guards that are asked about a text as a whole only, not about its core."""
_OF_CLAUSES = _OF_WHOLE | {"half", "roles"}
"""Guards that are not asked about a core within a clause: its rest may say in other words what seems to miss."""


class Said:
    """What bullets say, read when it is first asked for and kept for the next insight.

    Args:
        prepared: insights of one subtopic.
        bullets: that may cover them.
        guards: names of the guards to ask, of `ALL_GUARDS`.
        full: similarity above which a sentence tells an insight.
        joined: what bullets tell together; in `bullets` they stand after the bullets themselves.
    """

    def __init__(
        self,
        prepared: Prepared,
        bullets: Sequence[Parts],
        guards: Sequence[str],
        full: float,
        joined: Sequence[Record] = (),
    ) -> None:
        together = (read_parts(one.text)._replace(after=bullets[one.places[-1]].after) for one in joined)
        self.bullets = [*bullets, *together]
        self._joined = joined
        self._alone = len(bullets)
        self._prepared = prepared
        self._full = full
        self._guards = frozenset(guards)
        self._facts: dict[tuple[int, int, int], Facts] = {}
        self._cores: dict[tuple[int, int, int, int, int], Facts] = {}
        self._tells: dict[tuple[int, int], int | None] = {}
        self._wrong: dict[tuple[int, int, int], Objection | None] = {}

    def objection(self, i: int, match: Match, above: float) -> Objection | None:
        """The gravest objection to a part of a bullet that leaves less than `above`.

        It is what guards object to the part or to its core, unless the words around the insight say something graver,
        or say that a denial or doubt does not concern the insight. Bullets that only together tell it must have its
        names, none of them as a label, and no other quantities.
        """
        found = self._of_text(i, match, above)
        if self._is_list(i, match) and above > PART and (found is None or found.limit > PART):
            return Objection("half", PART, "alone")
        return found

    def _is_list(self, i: int, match: Match) -> bool:
        """Whether bullets that only together tell insight `i` have other amounts, or a name of it as a label or not."""
        if match.bullet < self._alone:
            return False
        insight, told = self._prepared.facts[i], self.facts(match).reading
        sentences = self.bullets[match.bullet].sentences
        has_labels = self._joined[match.bullet - self._alone].has_labels
        labels = {next(filter(None, one.line), "") for one in sentences[1:]} if has_labels else set()
        is_other = not (insight.reading.numbers <= told.numbers or told.numbers <= insight.reading.numbers)
        return is_other or not insight.named <= told.words or not labels.isdisjoint(insight.named)

    def _of_text(self, i: int, match: Match, above: float) -> Objection | None:
        found = self._by_guards(i, match, above, self._guards)
        insight, text = self._prepared.facts[i], self.facts(match)
        seen = None
        if STANCE in self._guards:
            seen = stance(insight, text, missing(insight, text), found.name if found else None)
        if seen is None:
            return found
        if found and found.name in OF_WORDING and seen.asserted > LEAST_ASSERTED:
            return self._by_guards(i, match, above, self._guards - OF_WORDING)
        if found and found.limit <= DENIED:
            return found
        if agreed(insight, text):
            return found
        if seen.denied > LEAST_DENIED:
            return Objection("weighed", REFUTED, "bullet")
        if seen.doubted > LEAST_DOUBTED and (found is None or found.limit > DOUBTED):
            return Objection("hedge", DOUBTED, "bullet")
        return found

    def _by_guards(self, i: int, match: Match, above: float, guards: Set[str]) -> Objection | None:
        """The gravest objection of guards to a part of a bullet, or to the core of it."""
        insight, text = self._prepared.facts[i], self.facts(match)
        found = objection(insight, text, guards, above)
        if (inner := core(text, insight)) is not None:
            asked = guards - (_OF_WHOLE if inner.at_marks else _OF_CLAUSES)
            below = found.limit if found else above
            found = objection(insight, self._core(match, inner), asked, below) or found
        return found

    def telling(self, i: int, matches: Sequence[Match], full: float) -> dict[tuple[int, int], Match]:
        """The parts as long as insight `i` that would cover it but for objections, by bullet and first sentence."""
        own = self._prepared.sentences[i]
        return {(one.bullet, one.start): one for one in matches if one.width == own and one.similarity > full}

    def inherited(
        self, i: int, match: Match, telling: Mapping[tuple[int, int], Match], above: float
    ) -> Objection | None:
        """The gravest objection to such a part of a longer match.

        What a sentence says wrongly does not become right by the sentences beside it.
        """
        own = self._prepared.sentences[i]
        worst: Objection | None = None
        for start in range(match.start, match.end - own + 1) if match.width > own else ():
            if part := telling.get((match.bullet, start)):
                place = i, part.bullet, part.start
                if place not in self._wrong:
                    self._wrong[place] = self.objection(i, part, 1.0)
                found = self._wrong[place]
                if found and found.holds != "alone" and found.limit < (worst.limit if worst else above):
                    worst = found
        return worst

    def facts(self, match: Match) -> Facts:
        """What a bullet or some of its sentences say."""
        place = match.bullet, match.start, match.end
        if place not in self._facts:
            self._facts[place] = self._read(*place)
        return self._facts[place]

    def _core(self, match: Match, core: Core) -> Facts:
        place = match.bullet, match.start, match.end, core.start, core.end
        if place not in self._cores:
            self._cores[place] = self.facts(match).part(core.start, core.end)
        return self._cores[place]

    def link(self, i: int, match: Match) -> int:
        """The bullet that tells most of insight `i` in a match of several, or of one that others continue."""
        if match.bullet >= self._alone:
            places = self._joined[match.bullet - self._alone].places
            return max(places, key=lambda at: self._prepared.of_sentences(self.bullets[at].sentences).get(i, 0.0))
        told: dict[int, list[Reading]] = {}
        for at in range(match.start, match.end):
            bullet, own = self._place(match.bullet, at)
            told.setdefault(bullet, []).append(self.bullets[bullet].sentences[own])
        if len(told) == 1:
            return match.bullet
        return max(told, key=lambda bullet: self._prepared.of_sentences(told[bullet]).get(i, 0.0))

    def _place(self, bullet: int, at: int) -> tuple[int, int]:
        """Where a sentence of a bullet, or of those that continue it, stands: its bullet, and its position there."""
        while at >= (n := len(self.bullets[bullet].sentences)):
            bullet, at = bullet + 1, at - n
        return bullet, at

    def is_whole(self, match: Match) -> bool:
        """Whether a match is of all of several sentences."""
        return match.start == 0 and match.end == len(self.bullets[match.bullet].sentences) > 1

    def _read(self, bullet: int, start: int, end: int) -> Facts:
        parts = self.bullets[bullet]
        every = parts.every
        n = len(every)
        own = self._told(bullet, end - 1) if end < n else None
        following = range(end, min(end + 2, n)) if end < n else range(max(start + 1, n - 1), n)
        comments = takewhile(lambda at: self._told(bullet, at) in (None, own), following)
        within = len(parts.sentences)
        after = [every[at] for at in comments if at < within or may_comment(every[at])]
        found = Facts(parts.span(start, end), None, after)
        if within > 1:
            found.elsewhere = parts.whole.words
        return found

    def _told(self, bullet: int, at: int) -> int | None:
        """The insight that a sentence tells, if any; such a sentence is no comment on one that tells another."""
        place = bullet, at
        if place not in self._tells:
            near = self._prepared.of_sentence(self.bullets[bullet].every[at])
            best = max(near, key=near.__getitem__, default=None)
            self._tells[place] = best if best is not None and near[best] > self._full else None
        return self._tells[place]
