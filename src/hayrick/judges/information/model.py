"""A judge that asks a language model about each chunk, whether it is needed for a query. Makes no calls itself.

Source: ETHIC (Lee et al., 2025), section 2.3 and appendix A.
Differs: our own prompt; `--judge-prompt FILE` takes the original's. A reply without a verdict is asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

from hayrick.judges.information.verdicts import verdict
from hayrick.judges.templates import judge_template
from hayrick.judges.votes import mean_verdicts
from hayrick.measures.information import Need
from hayrick.prompting import Fence, Template, fill, tidy
from hayrick.protocols import About, Ask, JudgeOptions
from hayrick.replies.json import excerpt, read_object
from hayrick.types import Item, Judgement, Prompt, Response, Unparsed

PROMPT = "needs-chunk"
PLACEHOLDERS: Mapping[str, str] = MappingProxyType({"<context>": "chunk", "<query>": "query"})
"""Placeholders of the paper's prompt -> ours."""

REPLY_TOKENS = 8
"""Mean tokens of the reply that the prompt asks for."""

_NEEDED_VALUES = frozenset({"chunk", "query"})
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
        BadInput: as `judge_template`.
    """

    options: JudgeOptions
    asks: bool = True
    about: ClassVar[About] = About(expected_tokens=REPLY_TOKENS)
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
        prompts = [self._prompt(text, item.gold.instruction) for text in texts]
        values = dict(zip(texts, await mean_verdicts(prompts, self.options, read_need, ask), strict=True))
        return [verdict(one.id, self.name, values[one.text]) for one in item.documents]

    def _prompt(self, chunk: str, query: str) -> Prompt:
        values = {"chunk": tidy(chunk), "query": tidy(query)}
        if "fence" in self.template.values:
            values["fence"] = Fence.around([values["query"]], [values["chunk"]]).mark
        return Prompt(messages=fill(self.template, values), signature=self.template.signature)


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
