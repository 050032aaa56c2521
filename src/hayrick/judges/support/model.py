"""Decides support by asking a language model, one question a case. Makes no calls itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from hayrick.judges.support.judge import Verdict, texts_shown
from hayrick.judges.templates import judge_template
from hayrick.judges.votes import mean_verdicts
from hayrick.measures.support import Case
from hayrick.prompting import Fence, Template, fill, one_line, tidy
from hayrick.protocols import About, Ask, JudgeOptions
from hayrick.replies.json import excerpt, read_object
from hayrick.types import Document, Prompt, Unparsed

PROMPT = "judge-support"

REPLY_TOKENS = 6
"""Mean tokens of the reply that the prompt asks for."""

_VALUES = {"{{documents}}": "documents", "{{fence}}": "fence", "{{statement}}": "statement"}

_YES = r"yes|true|1(?:\.0)?|(?:fully\s)?(?:supported|entailed)|fully?|entailment"
_NO = (
    r"no|false|0(?:\.0)?|not(?:\s(?:fully|entirely|completely|wholly))?(?:\s(?:supported|entailed))?"
    r"|(?:partial(?:ly)?|partly)(?:\ssupported)?|unsupported|contradicted|neutral"
)
_ENDS = r"(?=[*_\"'\])}\s]{0,9}(?:\Z|[.,;:!(\[\n\u2013\u2014]|-\s|(?:because|since|as|by)\b))(?!\.\d)"
"""A verdict is followed by a mark or by nothing: "no doubt" and "yes and no" are none."""

_VALUE = re.compile(rf"\W{{0,10}}(?:({_YES})|(?:{_NO})){_ENDS}", re.IGNORECASE)
_PLAIN = re.compile(rf"\W{{0,10}}(?:(yes)|no){_ENDS}", re.IGNORECASE)
_LESS = re.compile(
    r"(?:(?!\b(?:that|says|states)\b)[^.!?\n])*?(?:\b(?:no|not|but|only|part|partial|partially|partly|mostly|largely|however|although|though|except)\b"
    r"|n['\u2019]t\b)",
    re.IGNORECASE,
)
_AFTER_YES = re.compile(r"\bno\b\s{0,3}(?:\Z|[.,;:!?])|[.!?\n]\W{0,10}(?:but|however|only|not)\b", re.IGNORECASE)
_AFTER_NO = re.compile(r"\byes\b", re.IGNORECASE)


@dataclass(slots=True)
class ModelSupport:
    """Asks a language model about one case at a time; it is told to go by the documents alone.

    With several repeats the verdict is the share of readable replies that call the statement supported.

    Raises:
        BadInput: as `judge_template`.
    """

    options: JudgeOptions
    asks: bool = True
    about: ClassVar[About] = About(expected_tokens=REPLY_TOKENS)
    template: Template = field(init=False)

    def __post_init__(self) -> None:
        self.template = judge_template(self.options, PROMPT, frozenset(_VALUES.values()), _VALUES, frozenset())

    @property
    def signature(self) -> str:
        """Prompt and options."""
        return f"{self.template.signature},max_tokens={self.options.max_tokens},repeats={self.options.repeats}"

    async def decide(self, documents: Sequence[Document], cases: Sequence[Case], ask: Ask) -> list[Verdict]:
        """See `Decider`."""
        prompts = [self._prompt(documents, case) for case in cases]
        return await mean_verdicts(prompts, self.options, read_verdict, ask)

    def _prompt(self, documents: Sequence[Document], case: Case) -> Prompt:
        texts = [tidy(text) for text in texts_shown(documents, case)]
        statement = one_line(case.statement)
        fence = Fence.around(texts, [statement])
        shown = "\n".join(fence.block(f"Document {number}", text) for number, text in enumerate(texts, start=1))
        values = {"fence": fence.mark, "documents": shown, "statement": statement}
        return Prompt(messages=fill(self.template, values), signature=self.signature)


def read_verdict(reply: str) -> Verdict:
    """Verdict of a reply: 1 for support of the whole statement, 0 for less; `Unparsed` where it gives none, or both.

    The last JSON object with "supported" counts, else a reply that begins with yes or no, a mark after it. What takes
    a "yes" back ("Yes, but only partly") leaves no verdict; a "yes" after "no" does, too.
    """
    answer = read_object(reply, ("supported",))
    said = reply if isinstance(answer, Unparsed) else str(answer["supported"])
    found = (_PLAIN if isinstance(answer, Unparsed) else _VALUE).match(said)
    if found:
        rest = said[found.end() :]
        if found[1] is None and not _AFTER_NO.search(rest):
            return 0.0
        if found[1] is not None and not _LESS.match(rest) and not _AFTER_YES.search(rest):
            return 1.0
    return Unparsed(reason="no verdict: neither yes nor no, or both", reply=excerpt(reply))
