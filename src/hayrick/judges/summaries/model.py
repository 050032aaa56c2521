"""A judge of summaries that asks a language model: makes key points, and reads verdicts. Makes no calls itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean

from hayrick.asking import REFUSED, REPEAT_STEP, numbered, question, read_replies
from hayrick.judges.coverage.answers import read_reason
from hayrick.judges.in_extract import Shorten
from hayrick.judges.summaries.points import (
    MOST_POINTS,
    KeyPoints,
    Made,
    given_points,
    in_parts,
    local_points,
    nothing_said,
    repeats_itself,
    sentences_of,
    shortened_reference,
    verdict,
)
from hayrick.judges.votes import NO_REPLY, REFUSAL
from hayrick.measures.summaries import FLUENCY, PRECISION, RECALL, Reference
from hayrick.prompting import load
from hayrick.protocols import About, Ask, JudgeOptions
from hayrick.replies.json import excerpt, read_object, read_objects
from hayrick.types import BadInput, Item, Judgement, Question, Reply, Response, Unparsed

PART = 20
"""Key points or sentences of one question, so that the reply stays short."""

POINT_TOKENS = 2048
"""Token limit of a reply that lists key points."""

PROMPTS = ("key-points", "summary-recall", "summary-precision", "summary-fluency")
_YES: Mapping[str, float] = {"yes": 1.0, "true": 1.0, "1": 1.0, "no": 0.0, "false": 0.0, "0": 0.0}


@dataclass(slots=True)
class _Verdicts:
    """The verdicts of one question: of several replies, the first that can be read counts for each unit."""

    units: Mapping[int, str]
    """Number in the prompt -> unit."""

    read: Callable[[str], dict[int, float]]
    values: dict[int, float] = field(default_factory=dict)
    why: Unparsed = NO_REPLY
    reason: str | None = None

    def take(self, reply: Reply) -> bool | Unparsed:
        """Read one reply; `Unparsed` if the question should be asked again."""
        if reply.stop == REFUSED:
            self.why = REFUSAL
            return True
        found = self.read(reply.text)
        self.values = {number: found[number] for number in self.units if number in found} | self.values
        self.reason = self.reason or _reason(reply.text)
        if len(self.values) == len(self.units):
            return True
        self.why = Unparsed(reason=f"no verdict in the reply on {len(self.units)} asked", reply=excerpt(reply.text))
        return replace(self.why, partly=bool(self.values))


@dataclass(slots=True)
class SummaryJudge:
    """Asks a model for the key points of a reference, which of them a summary states, and which of its sentences hold.

    We list key points and sentences and number them, so that no count can exceed their number; verdicts on other
    numbers are dropped. Equal sentences are asked about once. What cannot be read after three tries leaves that unit
    unjudged. A text that repeats itself is not asked about for fluency: it has none.

    Args:
        options: of the judge. Repeats are averaged.

    Raises:
        BadInput: a prompt or variant is named.
    """

    options: JudgeOptions
    asks: bool = True
    made: Made = field(default_factory=Made)

    def __post_init__(self) -> None:
        if self.options.template is not None or self.options.variant not in (None, "single"):
            found = "--judge-prompt" if self.options.template is not None else f"variant '{self.options.variant}'"
            raise BadInput(f"--judge {self.name}", found, "none: a judge of summaries has four prompts of its own")

    @property
    def name(self) -> str:
        """Name that the user gave."""
        return self.options.name

    @property
    def signature(self) -> str:
        """Everything of this judge that its answers depend on."""
        prompts = "+".join(load(name).signature for name in PROMPTS)
        asked = f"part={PART},max_tokens={self.options.max_tokens},repeats={self.options.repeats}"
        return f"{self.name};summaries.v2:{prompts};{asked}"

    @property
    def about(self) -> About:
        """The key points of this run, as a file."""
        return About(files=self.made.files)

    async def judge(self, item: Item[Reference], response: Response[str], ask: Ask) -> list[Judgement]:
        """One verdict for every key point, every sentence, and fluency."""
        if response.answer is None:
            return nothing_said(given_points(item.gold), self.name)
        return await self._verdicts(item.gold, await self.points(item, ask), response.answer, ask)

    def shortened(self, item: Item[Reference], response: Response[str], shorten: Shorten) -> Item[Reference]:
        """See `in_extract.Shortens`: an extract of the reference that sentences must hold by; key points stay."""
        return shortened_reference(item, response, shorten)

    async def points(self, item: Item[Reference], ask: Ask) -> KeyPoints | Unparsed:
        """The key points that come with a reference, else those that the model makes of it.

        The question is the same for every system, so that it is asked once a run.
        """
        points = given_points(item.gold) or await self._points(item.gold.short, ask)
        if isinstance(points, KeyPoints):
            self.made.keep(item, points)
        return points

    async def _points(self, text: str, ask: Ask) -> KeyPoints | Unparsed:
        asked = question(
            "key-points", self.options.role, {"text": text}, max_tokens=max(POINT_TOKENS, self.options.max_tokens)
        )
        asked = replace(asked, stand_in=json.dumps({"points": local_points(text)}))
        maker = f"{self.name};{load('key-points').signature}"
        found = (await read_replies(ask, [asked], [_refusable(read_points)]))[0]
        if found is None or isinstance(found, str):
            return Unparsed(reason=found or "no key points could be read")
        return KeyPoints(tuple(found), maker)

    async def stated(self, points: Sequence[str], answer: str, ask: Ask) -> list[Judgement]:
        """One verdict for each key point: whether an answer states it."""
        found = await _read(self._about_points(points, answer), ask)
        return [self._judgement(found, RECALL, number, text) for number, text in enumerate(points, start=1)]

    async def _verdicts(self, gold: Reference, points: KeyPoints | Unparsed, answer: str, ask: Ask) -> list[Judgement]:
        said = sentences_of(answer)
        texts = points.texts if isinstance(points, KeyPoints) else ()
        floor = repeats_itself(answer, self.name)
        asked = [
            *self._about_points(texts, answer),
            *self._asked("summary-precision", PRECISION, said, {"reference": gold.text}, "sentence", "supported"),
            *([] if floor else self._about_fluency(answer)),
        ]
        found = await _read(asked, ask)
        judged = [self._judgement(found, RECALL, number, text) for number, text in enumerate(texts, start=1)]
        if isinstance(points, Unparsed):
            judged = [Judgement(unit=RECALL, rater=self.name, value=None, unparsed=points)]
        different = {text: number for number, text in enumerate(dict.fromkeys(said), start=1)}
        for number, text in enumerate(said, start=1):
            one = self._judgement(found, PRECISION, different[text], text)
            judged.append(replace(one, unit=f"{PRECISION}/{number}"))
        return [*judged, floor or self._judgement(found, FLUENCY, 0, None)]

    def _about_points(self, points: Sequence[str], answer: str) -> list[tuple[Question, _Verdicts]]:
        return self._asked("summary-recall", RECALL, points, {"summary": answer}, "point", "stated")

    def _asked(
        self, template: str, kind: str, texts: Sequence[str], shown: Mapping[str, str], noun: str, verb: str
    ) -> list[tuple[Question, _Verdicts]]:
        """Questions about numbered texts, several at a time."""
        found = []
        for part in in_parts(dict.fromkeys(texts), PART):
            units = {at: f"{kind}/{number}" for at, (number, _) in enumerate(part, start=1)}
            values = {**shown, f"{noun}s": numbered(noun.capitalize(), [text for _, text in part])}
            for repeat in range(self.options.repeats):
                asked = self._question(template, values, list(shown), repeat)
                found.append((asked, _Verdicts(units, lambda reply: read_verdicts(reply, noun, verb))))
        return found

    def _about_fluency(self, answer: str) -> list[tuple[Question, _Verdicts]]:
        return [
            (
                self._question("summary-fluency", {"summary": answer}, [], repeat),
                _Verdicts({0: f"{FLUENCY}/0"}, read_fluency),
            )
            for repeat in range(self.options.repeats)
        ]

    def _question(self, template: str, values: Mapping[str, str], shared: Sequence[str], repeat: int) -> Question:
        options = self.options
        return question(
            template, options.role, values, shared=shared, max_tokens=options.max_tokens, repeat=repeat * REPEAT_STEP
        )

    def _judgement(
        self, found: Mapping[str, list[tuple[_Verdicts, int]]], kind: str, number: int, about: str | None
    ) -> Judgement:
        unit = f"{kind}/{number}" if number else kind
        given = found[f"{kind}/{number}"]
        values = [verdicts.values[at] for verdicts, at in given if at in verdicts.values]
        if not values:
            return Judgement(unit=unit, rater=self.name, value=None, unparsed=given[0][0].why, about=about)
        reason = next((one.reason for one, _ in given if one.reason), None) if kind == FLUENCY else None
        answers = tuple(sorted("yes" if value else "no" for value in values)) if len(given) > 1 else ()
        return replace(verdict(unit, self.name, fmean(values), about), reason=reason, repeats=answers)


def read_points(reply: str) -> tuple[str, ...] | Unparsed:
    """Read the key points of a reply, each once.

    Returns:
        From one to `MOST_POINTS` texts; `Unparsed` if there are fewer or more, or something else than texts.
    """
    answer = read_object(reply, ("points",))
    if isinstance(answer, Unparsed):
        return answer
    given = answer["points"]
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        return Unparsed(reason="'points' is no list of texts", reply=excerpt(reply))
    found = tuple(dict.fromkeys(" ".join(one.split()) for one in given if one.strip()))
    if not 0 < len(found) <= MOST_POINTS:
        return Unparsed(reason=f"{len(found)} key points", reply=excerpt(reply))
    return found


def read_verdicts(reply: str, noun: str, verb: str) -> dict[int, float]:
    """Read numbered verdicts, 1 for yes and 0 for no; what is neither is left out.

    Args:
        reply: of the model.
        noun: key of the number.
        verb: key of the verdict.
    """
    answers = read_objects(reply, (noun, verb))
    found: dict[int, float] = {}
    for answer in answers if isinstance(answers, list) else []:
        value = _yes_or_no(answer[verb])
        number = str(answer[noun]).strip().removeprefix(noun.capitalize()).strip(" #.")
        if value is not None and number.isdecimal() and len(number) < 7:
            found[int(number)] = value
    return found


def read_fluency(reply: str) -> dict[int, float]:
    """Read the verdict on fluency, under the number 0; nothing if it cannot be read."""
    answer = read_object(reply, ("fluent",))
    value = None if isinstance(answer, Unparsed) else _yes_or_no(answer["fluent"])
    return {} if value is None else {0: value}


def _yes_or_no(written: object) -> float | None:
    return _YES.get(str(written).strip(" \t\"'`.,;:!*").casefold()) if isinstance(written, bool | int | str) else None


def _reason(reply: str) -> str | None:
    answer = read_object(reply, ("reason",))
    return None if isinstance(answer, Unparsed) else read_reason(answer)


def _refusable(
    read: Callable[[str], tuple[str, ...] | Unparsed],
) -> Callable[[Reply], tuple[str, ...] | str | Unparsed]:
    """A reader of replies that does not ask again where the model refused: then the reason."""
    return lambda reply: "the judge refused to list key points" if reply.stop == REFUSED else read(reply.text)


async def _read(asked: Sequence[tuple[Question, _Verdicts]], ask: Ask) -> dict[str, list[tuple[_Verdicts, int]]]:
    """Ask, and return for each unit the questions that it was asked in, with its number there."""
    await read_replies(ask, [one for one, _ in asked], [verdicts.take for _, verdicts in asked])
    found: dict[str, list[tuple[_Verdicts, int]]] = {}
    for _, one in asked:
        for number, unit in one.units.items():
            found.setdefault(unit, []).append((one, number))
    return found
