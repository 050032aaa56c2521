"""Two judges as one judge."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from hayrick.harness.naming.ensembles import Ensemble
from hayrick.judges.in_extract import in_extract
from hayrick.judges.metrics.catalogue import JUDGES as METRICS
from hayrick.judges.support.catalogue import JUDGES as SUPPORT
from hayrick.protocols import Ask, Judge, JudgeOptions
from hayrick.types import LABEL_VALUES, BadInput, Item, Judgement, Label, Prompt, Question, Reply, Response
from scripted import done, nobody


@dataclass
class Fixed:
    """A judge that always says the same; of any task."""

    name: str
    says: Sequence[Label]
    asks: bool = False

    @property
    def signature(self) -> str:
        return f"{self.name};v1"

    async def judge(self, item: Item[object], response: Response[object], ask: Ask) -> list[Judgement]:
        return [
            Judgement(unit=f"i{n}", rater=self.name, label=label, value=LABEL_VALUES[label])
            for n, label in enumerate(self.says)
        ]


def test_an_ensemble_is_a_judge() -> None:
    judge: Judge[object, str] = Ensemble(a=Fixed("x", ["full", "none"]), b=Fixed("y", ["none", "none"]))
    item = Item(dataset="d", group="g", id="i", query="", gold=None)
    found = done(judge.judge(item, Response(item=item, system="s", context="full", answer="a"), nobody))
    assert [(each.unit, each.value, each.rater) for each in found] == [
        ("i0", 0.5, "ensemble:x+y"),
        ("i1", 0.0, "ensemble:x+y"),
    ]
    assert (judge.name, judge.signature) == ("ensemble:x+y", "ensemble(x;v1 + y;v1)")


@dataclass
class Asking(Fixed):
    """Asks one question; judges when it is answered."""

    fails: bool = False

    async def judge(self, item: Item[object], response: Response[object], ask: Ask) -> list[Judgement]:
        await ask([Question(role=self.name, prompt=Prompt(messages=(), signature="p"), max_tokens=9)])
        if self.fails:
            raise BadInput("here", f"{self.name} fails", "no failure")
        return await super().judge(item, response, ask)


@pytest.mark.parametrize(("fails", "slow"), [("", ""), ("x", "y"), ("y", "x")])
def test_both_judges_ask_before_either_is_answered_and_both_end_where_one_fails(fails: str, slow: str) -> None:
    heard: list[str] = []

    async def ask(questions: Sequence[Question]) -> list[Reply | None]:
        name = questions[0].role
        heard.append(f"{name} asks")
        for _ in range(9 if name == slow else 2):
            await asyncio.sleep(0)
        heard.append(f"{name} is answered")
        return [None]

    both = Ensemble(a=Asking("x", ["none"], fails=fails == "x"), b=Asking("y", ["none"], fails=fails == "y"))
    item = Item(dataset="d", group="g", id="i", query="", gold=None)
    judging = both.judge(item, Response(item=item, system="s", context="full", answer="a"), ask)
    if fails:
        with pytest.raises(BadInput, match=f"{fails} fails"):
            done(judging)
    else:
        assert [row.rater for row in done(judging)] == ["ensemble:x+y"]
    assert heard[:2] == ["x asks", "y asks"]
    assert sorted(heard[2:]) == ["x is answered", "y is answered"]


def test_judges_of_different_units_are_refused_by_name() -> None:
    words, grams = (METRICS[name].make(JudgeOptions(name=name)) for name in ("source_words", "source_bigrams"))
    with pytest.raises(BadInput, match="'source_words' gives source_words and 'source_bigrams' gives source_bigrams: "):
        Ensemble(a=words, b=grams)
    support = SUPPORT["local"].make(JudgeOptions(name="local"))
    for a, b in ((support, Fixed("x", [])), (Fixed("x", []), in_extract(support, "extract:"))):
        with pytest.raises(BadInput, match="what 'local' is asked next depends on its own verdicts"):
            Ensemble(a=a, b=b)


@pytest.mark.parametrize(("a", "b"), [(False, False), (True, False), (False, True)])
def test_an_ensemble_asks_where_one_of_the_two_does(a: bool, b: bool) -> None:
    assert Ensemble(a=Fixed("x", [], asks=a), b=Fixed("y", [], asks=b)).asks == (a or b)
