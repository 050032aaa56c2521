"""What systems and judges read of a finished call."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hayrick.asking import REFUSED
from hayrick.harness.models.replying import reply_of
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import REFUSAL, Call, Usage
from hayrick.harness.transport.outgoing import Outgoing
from hayrick.tokens import tokenizer
from hayrick.types import Alternative, Message, Prompt, Reply

TEXT = "a word of a prompt " * 50
N = tokenizer().count(TEXT)
FIRST = (Alternative("-", -0.1),)


def outgoing(prefix: str = "", purpose: str = "system") -> Outgoing:
    prompt = Prompt(messages=(Message(role="user", text=TEXT),), signature="p")
    return Outgoing(model="m", purpose=purpose, prompt=prompt, parameters={}, max_tokens=9, prefix=prefix)


def call(reply: str, **more: object) -> Call:
    made = Call(key="k", model="m", purpose="system", reply=reply, stop="stop", usage=Usage(), usd=None, seconds=0.0)
    return replace(made, alternatives=FIRST, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "prefix", "text", "reasoned"),
    [
        (call("- A. [1]"), "", "- A. [1]", False),
        (call("<think>1 or 2?</think>\n- A. [1]"), "", "- A. [1]", True),
        (call("<think>1 or"), "", "", True),
        (call("I <think> so.</think>", reasoning="1 or 2?"), "", "I <think> so.</think>", True),
        (call("- A. [1]", reasoning_tokens=1), "", "- A. [1]", True),
        (call(" 12"), "Answer:", "Answer: 12", False),
        (call(" Answer: 12"), " Answer:", " Answer: 12", False),
        (call(" \n"), "Answer:", " \n", False),
    ],
)
def test_reasoning_goes_and_a_prefix_comes_once(given: Call, prefix: str, text: str, reasoned: bool) -> None:
    expected = Reply(text, "stop", reasoned, False, () if reasoned else FIRST)
    assert reply_of(given, outgoing(prefix), Journal(None)) == expected


@pytest.mark.parametrize("stop", [REFUSED, REFUSAL])
def test_words_of_a_refusal_are_no_answer(stop: str) -> None:
    assert reply_of(call("I will not.", stop=stop), outgoing(), Journal(None)) == Reply("", REFUSED)


@pytest.mark.parametrize(
    ("told", "others", "purpose", "truncated"),
    [
        (len(TEXT) // 8 - 1, (), "system", True),
        (len(TEXT) // 8 - 1, (), "own", False),
        (len(TEXT) // 8 - 1, (N // 2 - 1,), "system", True),
        (len(TEXT) // 8 - 1, (N,), "system", False),
        (len(TEXT) // 8 + 1, (), "system", False),
        (0, (), "system", False),
        (None, (), "system", False),
    ],
)
def test_a_server_that_counts_too_few_tokens_has_cut_the_prompt(
    told: int | None, others: tuple[int, ...], purpose: str, truncated: bool
) -> None:
    journal = Journal(None)
    journal.calls = {f"{n}": replace(call("x"), told_in=n) for n in others}
    journal.calls["other"] = replace(call("x"), model="another", told_in=10 * N)
    assert reply_of(call("x", told_in=told), outgoing(purpose=purpose), journal).truncated is truncated
