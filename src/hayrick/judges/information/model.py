"""A judge that asks a language model about each chunk, whether it is needed for a query. Makes no calls itself.

Source: ETHIC (Lee et al., 2025), section 2.3 and appendix A.
Differs: our own prompt; `--judge-prompt FILE` takes the original's. A reply without a verdict is asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from hayrick.asking import REFUSED, read_replies
from hayrick.judges.information.verdicts import verdict
from hayrick.judges.templates import judge_template
from hayrick.measures.information import Need
from hayrick.prompting import Fence, Template, fill, tidy
from hayrick.protocols import Ask, JudgeOptions
from hayrick.replies.json import excerpt, read_object
from hayrick.types import Item, Judgement, Prompt, Question, Reply, Response, Unparsed

PROMPT = "needs-chunk"
PLACEHOLDERS: Mapping[str, str] = MappingProxyType({"<context>": "chunk", "<query>": "query"})
"""Placeholders of the paper's prompt -> ours."""

REPLY_TOKENS = 8
"""Mean tokens of the reply that the prompt asks for."""

_NEEDED_VALUES = frozenset({"chunk", "query"})
_REPEAT = 100
_SCORE = re.compile(r"\bfinal score\b[\s*:#]{0,10}\[?([01])\b(?![.,]\d)", re.IGNORECASE)
_PLAIN = re.compile(r"\W{0,10}(yes|no|[01])\b\W{0,10}\Z", re.IGNORECASE)
_YES, _NO = frozenset(("yes", "true", "1", "needed")), frozenset(("no", "false", "0", "unneeded", "not"))


@dataclass(slots=True)
class ModelNeed:
    """Asks a language model about one chunk at a time; it sees the instruction, and neither the rest nor the answer.

    With several repeats the value is the share of readable replies that call the chunk needed.

    Args:
        options: of the judge; a template needs the values chunk and query.

    Raises:
        BadInput: the template lacks one of them.
    """

    options: JudgeOptions
    asks: bool = True
    expected_tokens: int = REPLY_TOKENS
    template: Template = field(init=False)

    def __post_init__(self) -> None:
        self.template = judge_template(self.options, PROMPT, _NEEDED_VALUES, PLACEHOLDERS)

    @property
    def name(self) -> str:
        """Name that the user gave."""
        return self.options.name

    @property
    def signature(self) -> str:
        """Prompt and options."""
        asked = f"max_tokens={self.options.max_tokens},repeats={self.options.repeats}"
        return f"{self.name};needed.v1:{self.template.signature};{asked}"

    async def judge(self, item: Item[Need], response: Response[str], ask: Ask) -> list[Judgement]:
        """One judgement for every chunk; equal chunks are asked about once."""
        texts = list(dict.fromkeys(one.text for one in item.documents))
        repeats = range(self.options.repeats)
        questions = [self._question(text, item.gold.instruction, repeat) for text in texts for repeat in repeats]
        readings = [_Reading() for _ in questions]
        await read_replies(ask, questions, [one.read for one in readings])
        given = [one.verdict for one in readings]
        values = {
            text: _mean(given[place * len(repeats) : (place + 1) * len(repeats)]) for place, text in enumerate(texts)
        }
        return [verdict(one.id, self.name, values[one.text]) for one in item.documents]

    def _question(self, chunk: str, query: str, repeat: int) -> Question:
        options, values = self.options, {"chunk": tidy(chunk), "query": tidy(query)}
        if "fence" in self.template.values:
            values["fence"] = Fence.around([values["query"]], [values["chunk"]]).mark
        prompt = Prompt(messages=fill(self.template, values), signature=self.template.signature)
        return Question(role=options.role, prompt=prompt, max_tokens=options.max_tokens, repeat=repeat * _REPEAT)


@dataclass(slots=True)
class _Reading:
    """The verdict of one question; the last unreadable reply explains why there is none."""

    verdict: float | Unparsed = field(default_factory=lambda: Unparsed(reason="no reply"))

    def read(self, reply: Reply) -> float | Unparsed:
        if reply.stop == REFUSED:
            self.verdict = Unparsed(reason="the judge refused to answer")
            return 0.0  # It would refuse again.
        self.verdict = read_need(reply.text)
        return self.verdict


def read_need(reply: str) -> float | Unparsed:
    """1 for needed, 0 for unneeded; `Unparsed` where a reply says neither.

    The last JSON object with "needed" counts, else the last "Final Score: 1" that the paper's prompt asks for, else a
    reply of one word.
    """
    answer = read_object(reply, ("needed",))
    if isinstance(answer, Unparsed):
        scores = _SCORE.findall(reply)
        plain = _PLAIN.match(reply)
        said = scores[-1] if scores else plain[1] if plain else ""
    else:
        said = str(answer["needed"])[:20].strip(" .")
    word = said.casefold()
    if word in _NO:
        return 0.0
    return 1.0 if word in _YES else Unparsed(reason="neither needed nor unneeded", reply=excerpt(reply))


def _mean(given: Sequence[float | Unparsed]) -> float | Unparsed:
    votes = [one for one in given if not isinstance(one, Unparsed)]
    return sum(votes) / len(votes) if votes else given[0]
