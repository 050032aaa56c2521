"""The extractive system as a system of SummHay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hayrick.attribution import load_model
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.local import LocalJudge
from hayrick.measures import JOINT
from hayrick.replies.bullets import citable, parse_summary
from hayrick.systems.ranked import Ranking
from hayrick.tasks.summhay import items_of
from hayrick.tasks.summhay.extractive import Extractive
from hayrick.types import Document, Haystack, Insight, Response, Subtopic, Summary
from scripted import done, nobody

LENS = [
    "The cracked lens of the Lindholm lighthouse was restored by 12 volunteers in June.",
    "Volunteers, 12 in all, restored the cracked lens of the Lindholm lighthouse in June.",
    "However, the cracked lens of the Lindholm lighthouse was restored by 12 volunteers last June.",
]
GATES = [
    "The harbour council approved 14 new tide gates for 3.2 million dollars.",
    "For 3.2 million dollars the harbour council approved 14 new tide gates.",
    "They say that the harbour council approved 14 new tide gates for 3.2 million dollars.",
]
LIGHTHOUSE, HARBOUR = ("d1", "d2", "d3"), ("d4", "d5", "d6")
DOCUMENTS = [
    Document(id=f"d{n}", text=f"Gulls were loud on day {n}. {told}") for n, told in enumerate([*LENS, *GATES], 1)
]


def respond(system: Extractive, stack: Haystack) -> list[Response[Summary]]:
    return done(system.respond(items_of([stack]), nobody))


def haystack(texts: Sequence[Document]) -> Haystack:
    insights = (Insight(id="i1", text=LENS[0]), Insight(id="i2", text="Nobody holds that one."))
    lens = Subtopic(id="s1", title="Lighthouse", query="Who restored the lens?", insights=insights)
    gates = Subtopic(id="s2", title="Harbour", query="Which gates?", insights=(Insight(id="i3", text=GATES[0]),))
    held = {"i1": LIGHTHOUSE, "i3": HARBOUR, "i2": ()}
    return Haystack(id="port", topic="Lindholm", documents=tuple(texts), subtopics=(lens, gates), held_by=held)


def test_system_says_what_is_asked_and_its_reply_reads_the_same() -> None:
    stack = haystack(DOCUMENTS)
    found = respond(Extractive(), stack)
    assert [(one.item.group, one.system, one.context) for one in found] == [
        ("s1", "extractive", "full"),
        ("s2", "extractive", "full"),
    ]
    # One insight of each subtopic is held by a document: one bullet is asked for.
    assert [len(one.answer.bullets) for one in found if one.answer] == [1, 1]
    for one, holders in zip(found, (LIGHTHOUSE, HARBOUR), strict=True):
        assert one.answer is not None
        assert one.answer.bullets[0].cites == frozenset(holders)
        assert parse_summary(one.reply, citable(stack.documents)) == one.answer


def test_system_without_documents_fails_without_an_error() -> None:
    stack = haystack([])
    found = respond(Extractive(), stack)
    assert [(one.answer, one.reply) for one in found] == [(None, ""), (None, "")]
    assert respond(Extractive(), replace(stack, subtopics=())) == []


def test_signature_names_every_parameter() -> None:
    lines = {Extractive().signature, Extractive(model="threshold").signature}
    changed = ({"similarity": 0.4}, {"repeated": 9}, {"own": 9}, {"own_alone": 9}, {"detail": 9}, {"echo": 9})
    lines |= {Extractive(ranking=Ranking(**change)).signature for change in changed}
    # The default, the other model, and one for each of the 6 parameters.
    assert len(lines) == 2 + 6


def test_released_haystack(summhay: Path) -> None:
    """In-sample for the parameters, untrained attribution; docs/evidence/extractive.md has held-out figures."""
    stack = read_haystack(summhay / "topic_news1.json", allow_unheld=True)
    items = {item.key: item for item in items_of([stack])}
    judge, joint = LocalJudge(), []
    for one in respond(Extractive(model=load_model("threshold")), stack):
        item, texts = items[one.item.key], [bullet.text for bullet in one.answer.bullets] if one.answer else []
        rows = JOINT.score(item, one, done(judge.judge(item, one, nobody)))
        joint += [row.value for row in rows if row.value is not None]
        assert len(set(texts)) == len(texts) == len(item.gold.insights)
    assert len(joint) == 65
    assert sum(joint) / len(joint) > 0.6
