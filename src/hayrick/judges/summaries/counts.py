"""A judge of summaries with prompts of the user's, such as HELMET's own: the model counts, and its counts are read.

The folder holds three texts, `fluency`, `recall` and `precision` (`.txt` or `.md`), with placeholders in braces.
Source: HELMET, appendix B.6, tables 11 to 13, for what the replies look like.
Differs: a count above what there is, as one without its total, is no verdict, and is asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hayrick.asking import REFUSED, read_replies
from hayrick.judges.summaries.model import SummaryJudge
from hayrick.judges.summaries.points import KeyPoints, Made, given_points, nothing_said, verdict
from hayrick.judges.votes import REFUSAL
from hayrick.measures.summaries import FLUENCY, PRECISION, RECALL, Reference
from hayrick.prompting import Template, fill, load, tidy
from hayrick.protocols import About, Ask, JudgeOptions
from hayrick.replies.json import excerpt, read_object
from hayrick.types import BadInput, Item, Judgement, Prompt, Question, Reply, Response, Unparsed

KINDS = (FLUENCY, RECALL, PRECISION)
_VALUES: Mapping[str, str] = {
    **dict.fromkeys(("{summary}", "{text}", "{output}", "{parsed_output}"), "summary"),
    **dict.fromkeys(("{keypoints}", "{key_points}", "{points}"), "points"),
    **dict.fromkeys(("{expert_summary}", "{reference}", "{long_summary}", "{gold}"), "reference"),
}
"""Placeholder -> what stands there."""

_NEEDED: Mapping[str, set[str]] = {
    FLUENCY: {"summary"},
    RECALL: {"summary", "points"},
    PRECISION: {"summary", "reference"},
}


def templates_of(folder: Path) -> dict[str, Template]:
    """The three prompts of a folder, by kind.

    Raises:
        BadInput: one is missing, or lacks a placeholder.
    """
    return {kind: _template(folder, kind) for kind in KINDS}


def _template(folder: Path, kind: str) -> Template:
    found = [path for suffix in (".txt", ".md") if (path := folder / f"{kind}{suffix}").is_file()]
    if not found:
        raise BadInput(str(folder), f"no '{kind}.txt'", ", ".join(f"{one}.txt" for one in KINDS))
    text = found[0].read_text(encoding="utf-8", errors="replace")
    standing = {token: name for token, name in _VALUES.items() if token in text}
    if set(standing.values()) != _NEEDED[kind]:
        expected = " and ".join(
            " or ".join(token for token, name in _VALUES.items() if name == one) for one in sorted(_NEEDED[kind])
        )
        raise BadInput(str(found[0]), f"placeholders {', '.join(standing) or 'none'}", expected)
    return load(found[0], standing)


@dataclass(slots=True)
class CountsJudge:
    """Asks three questions about a summary; verdicts are one share of key points, one of sentences, and fluency.

    Args:
        options: of the judge.
        templates: `templates_of` a folder.
    """

    options: JudgeOptions
    templates: Mapping[str, Template]
    asks: bool = True
    own: SummaryJudge = field(init=False)

    def __post_init__(self) -> None:
        self.own = SummaryJudge(self.options)

    @property
    def name(self) -> str:
        """Name that the user gave."""
        return self.options.name

    @property
    def signature(self) -> str:
        """Everything of this judge that its answers depend on."""
        prompts = "+".join(self.templates[kind].signature for kind in KINDS)
        return f"{self.own.signature};counts.v1:{prompts}"

    @property
    def made(self) -> Made:
        """Key points of the run."""
        return self.own.made

    @property
    def about(self) -> About:
        """The key points of this run, as a file."""
        return self.own.about

    async def judge(self, item: Item[Reference], response: Response[str], ask: Ask) -> list[Judgement]:
        """Three verdicts."""
        gold, answer = item.gold, response.answer
        if answer is None:
            return nothing_said(given_points(gold), self.name)
        points = await self.own.points(item, ask)
        texts = points.texts if isinstance(points, KeyPoints) else ()
        values = {"summary": answer, "points": _listed(texts), "reference": gold.text}
        kinds = [kind for kind in KINDS if kind != RECALL or texts]
        reading: list[Callable[[Reply], Judgement | Unparsed]] = [self._reader(kind, len(texts)) for kind in kinds]
        found = await read_replies(ask, [self._question(kind, values) for kind in kinds], reading)
        missing = points if isinstance(points, Unparsed) else Unparsed(reason="no reply with counts that can be")
        by_kind = dict(zip(kinds, found, strict=True))
        return [by_kind.get(kind) or self._unread(kind, missing) for kind in KINDS]

    def _question(self, kind: str, values: Mapping[str, str]) -> Question:
        template = self.templates[kind]
        messages = fill(template, {name: tidy(values[name]) for name in template.values})
        prompt = Prompt(messages=messages, signature=template.signature)
        return Question(role=self.options.role, prompt=prompt, max_tokens=self.options.max_tokens)

    def _reader(self, kind: str, n_points: int) -> Callable[[Reply], Judgement | Unparsed]:
        def read(reply: Reply) -> Judgement | Unparsed:
            if reply.stop == REFUSED:
                return self._unread(kind, REFUSAL)
            share = read_share(reply.text, kind, n_points)
            return share if isinstance(share, Unparsed) else verdict(kind, self.name, share)

        return read

    def _unread(self, kind: str, why: Unparsed) -> Judgement:
        return replace(verdict(kind, self.name, None), unparsed=why)


def read_share(reply: str, kind: str, n_points: int) -> float | Unparsed:
    """Read a count as a share in [0, 1].

    Args:
        reply: with `{"fluency": 1}`, `{"recall": 3}` or `{"precision": 4, "sentence_count": 5}`.
        kind: which of them.
        n_points: key points that there are.
    """
    names = (PRECISION, "sentence_count") if kind == PRECISION else (kind,)
    answer = read_object(reply, names)
    if isinstance(answer, Unparsed):
        return answer
    numbers = [value for name in names if isinstance(value := answer[name], int | float)]
    total = {FLUENCY: 1, RECALL: n_points}.get(kind, numbers[-1] if numbers else 0)
    if len(numbers) < len(names) or not 0 <= numbers[0] <= total or total <= 0:
        said = ", ".join(f"{name} {answer[name]!r}" for name in names)[:80]
        return Unparsed(reason=f"{said}: no count of {total or 'anything'}", reply=excerpt(reply))
    return float(numbers[0]) / float(total)


def _listed(points: Sequence[str]) -> str:
    return "\n".join(f"{number}. {' '.join(text.split())}" for number, text in enumerate(points, start=1))
