"""What `hayrick doctor --endpoint` asks a model: short questions whose replies and token counts show how it is served.

A text with three codes, at its beginning, middle and end, comes in several lengths of equal lines, so that the server's
own counts of the short ones say what it must count for a long one, whatever its tokeniser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hayrick.asking import Decoding
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.models.replying import LONGEST_TOKEN
from hayrick.harness.scheduling.asks import LiveAsk
from hayrick.harness.transport.calls import Call
from hayrick.protocols import failure_of
from hayrick.text import seeded
from hayrick.types import Message, Prompt, Question

SUM, LONG_SYSTEM, SHORT_SYSTEM, IN_USER = "sum", "long system", "short system", "in user"
SAME, AGAIN, OTHER = "seed", "seed again", "other seed"
FEW, MANY, NEAR, OVER = "few lines", "many lines", "near the window", "over the window"

CODE_WORD = "heron"
LINE = "The grass is green, the sky is blue, and the road is long.\n"
N_FEW, N_MANY = 10, 110
"""Lines of the two texts whose counts predict those of longer ones."""

USUAL_LENGTH = 6_000
"""Tokens of the longest text where the window is not given: more than the 4,096 that some servers cut at in silence."""

REASONING = 1_024
"""Tokens that a reply may have where the model reasons."""

_SYSTEM = f"The code word of this conversation is {CODE_WORD}."
_ASKED = "What is the code word? Answer with the word alone."


class Probe(NamedTuple):
    """One question: its name, messages, token limit of the reply, and how it is drawn."""

    name: str
    messages: tuple[Message, ...]
    max_tokens: int
    alternatives: int = 0
    seed: int | None = None
    repeat: int = 0


class Heard(NamedTuple):
    """What came of a question: the finished call, or why there is none, in a word and at length."""

    call: Call | None
    kind: str = ""
    reason: str = ""

    @property
    def tokens(self) -> int | None:
        """The server's count of the prompt."""
        return self.call.told_in if self.call is not None else None

    @property
    def all_text(self) -> str:
        """Reasoning and reply as they came."""
        return f"{self.call.reasoning}\n{self.call.reply}" if self.call is not None else ""


def first() -> list[Probe]:
    """The question that shows whether the model answers, reasons, and gives log-probabilities."""
    text = "What is 17 + 25? Answer with the number alone."
    return [Probe(SUM, (_user(text),), REASONING, alternatives=5)]


def short(*, reasons: bool) -> list[Probe]:
    """Questions about system messages, seeds, and the tokens of a line."""
    limit = REASONING if reasons else 32
    drawn = (_user("Write ten words that have nothing to do with each other."),)
    return [
        Probe(SHORT_SYSTEM, (Message(role="system", text=_SYSTEM), _user(_ASKED)), limit),
        Probe(LONG_SYSTEM, (Message(role="system", text=f"{_SYSTEM} {LINE * 3}".strip()), _user(_ASKED)), 1),
        Probe(IN_USER, (_user(f"{_SYSTEM}\n\n{_ASKED}"),), 1),
        Probe(SAME, drawn, 32, seed=1),
        Probe(AGAIN, drawn, 32, seed=1, repeat=1),
        Probe(OTHER, drawn, 32, seed=2),
        Probe(FEW, (_user(_lines_of_text(N_FEW)),), 1),
        Probe(MANY, (_user(_lines_of_text(N_MANY)),), limit + 32),
    ]


def long(lengths: Mapping[str, int], *, reasons: bool) -> list[Probe]:
    """Questions about long texts: name -> lines."""
    limit = REASONING if reasons else 64
    return [Probe(name, (_user(_lines_of_text(n)),), limit) for name, n in lengths.items()]


def _user(text: str) -> Message:
    return Message(role="user", text=text)


def codes(n_lines: int) -> tuple[str, str, str]:
    """The codes in the text of so many lines."""
    draw = seeded(f"codes of an endpoint, {n_lines}")
    a, b, c = draw.sample(range(10_000, 100_000), 3)
    return str(a), str(b), str(c)


def _lines_of_text(n_lines: int) -> str:
    """A text with three codes; texts of different lengths begin differently, so that no server finds one in a cache."""
    a, b, c = codes(n_lines)
    half = n_lines // 2
    return (
        f"{a} is the first code.\n{LINE * half}{b} is the second code.\n{LINE * (n_lines - half)}"
        f"{c} is the third code.\n\nWhich three codes does this text have? Answer with the three numbers alone."
    )


def cast_of(model: str, options: ModelOptions) -> Cast:
    """The model in each role: greedily, and drawing with a seed."""
    cast = Cast()
    for seed in (None, 1, 2):
        drawn = Decoding(temperature=0.0 if seed is None else 1.0, seed=seed, arguments=options.arguments)
        cast.add(_role(seed), Player.of_model(model, "system", drawn))
    return cast


def _role(seed: int | None) -> str:
    return "endpoint" if seed is None else f"endpoint, seed {seed}"


def question(probe: Probe) -> Question:
    """The question of a probe."""
    prompt = Prompt(messages=probe.messages, signature="endpoint.v1")
    return Question(
        role=_role(probe.seed),
        prompt=prompt,
        max_tokens=probe.max_tokens,
        repeat=probe.repeat,
        alternatives=probe.alternatives,
    )


async def hear(ask: LiveAsk, probes: Sequence[Probe]) -> dict[str, Heard]:
    """Ask some questions together."""
    questions = [question(one) for one in probes]
    await ask(questions)
    return {one.name: _heard(ask, asked) for one, asked in zip(probes, questions, strict=True)}


def _heard(ask: LiveAsk, asked: Question) -> Heard:
    key = ask.cast.outgoing(asked).key
    return Heard(ask.asker.journal.find(key), failure_of(ask, asked), ask.asker.failures.get(key, ""))


def per_line(heard: Mapping[str, Heard]) -> float | None:
    """Tokens of a line by the server's counts; None where it gave none that can be right.

    Some servers count the same for every prompt, or leave out what they have cached.
    """
    few, many = (heard[name].tokens if name in heard else None for name in (FEW, MANY))
    slope = (many - few) / (N_MANY - N_FEW) if few is not None and many is not None else 0.0
    return slope if slope >= len(LINE) / LONGEST_TOKEN else None


def expected(heard: Mapping[str, Heard], n_lines: int) -> float | None:
    """Tokens that the server must count for a text of so many lines; None if its short counts are unknown."""
    slope, few = per_line(heard), heard[FEW].tokens if FEW in heard else None
    return few + slope * (n_lines - N_FEW) if slope is not None and few is not None else None


def n_lines(heard: Mapping[str, Heard], tokens: int, ours: float) -> int:
    """Lines of a text of so many tokens; by our own count of a line where the server gave none."""
    slope, few = per_line(heard), heard[FEW].tokens if FEW in heard else None
    if slope is None or few is None:
        return max(N_FEW, int(tokens / ours))
    return max(N_FEW, int((tokens - few) / slope) + N_FEW)
