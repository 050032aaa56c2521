"""How much of a long summary is judged: what bullets count, where they are cut, and what runs say of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, lines_of, strict_json
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.run_result import Result
from hayrick.haystacks.files import read_haystack
from hayrick.tasks.summhay.gold import items_of
from hayrick.tasks.summhay.labels import RecordedJudge
from hayrick.tasks.summhay.length import cost, flood_notes, judged_bullets, notes, units, within
from hayrick.tasks.summhay.recorded import RecordedSystems
from hayrick.types import Bullet, Item, Response, Summary
from scripted import done, nobody

S = "It is so."
LONG = "Word " * 79 + "Words"
"""Without a full stop, 400 characters."""


def said(*texts: str) -> tuple[Bullet, ...]:
    return tuple(Bullet(id=n, text=text, cites=frozenset("d")) for n, text in enumerate(texts, start=1))


def answered(*texts: str, system: str = "x") -> Response[Summary]:
    item = Item(dataset="h", group="s", id="s", query="", gold=None)
    answer = Summary(bullets=said(*texts), n_lines=len(texts)) if texts else None
    return Response(item=item, system=system, context="full", answer=answer, extra={"mine": 1})


@pytest.mark.parametrize(
    ("text", "expected", "reason"),
    [
        ("", 1, "an empty bullet is one"),
        ("No full stop", 1, "one sentence"),
        (" ".join([S] * 4), 1, "four sentences"),
        (" ".join([S] * 5), 2, "four are full, the fifth begins the next"),
        (" ".join([S] * 100), 25, "a long paragraph"),
        (LONG, 1, "400 characters are one sentence"),
        (f"{LONG} {LONG} {LONG} {LONG}", 1, "four sentences' worth without a full stop"),
        (f"{LONG} {LONG} {LONG} {LONG} x", 2, "and a character more"),
        ("x" * 1601, 2, "also without white space"),
        ("是这样的。" * 9, 3, "nine sentences of another script"),
    ],
)
def test_a_bullet_counts_once_for_four_sentences_begun(text: str, expected: int, reason: str) -> None:
    assert cost(Bullet(id=1, text=text)) == expected, reason


def test_units_hold_all_words_in_order_and_none_is_long() -> None:
    text = f"{S}  {LONG}   {LONG} {'x' * 900}. {S}"
    spans = units(text)
    assert [text[one.start : one.end] for one in spans] == [S, LONG, LONG, "x" * 400, "x" * 400, "x" * 100 + ".", S]


@pytest.mark.parametrize(
    ("texts", "asked", "expected", "reason"),
    [
        ([S] * 3, 2, [S] * 3, "ceil(1.5 * 2) = 3"),
        ([S] * 4, 2, [S] * 3, "the fourth is too many"),
        ([S] * 3, 1, [S] * 2, "ceil(1.5 * 1) = 2"),
        ([S] * 9, 5, [S] * 8, "ceil(1.5 * 5) = 8"),
        ([" ".join([S] * 100)], 5, [" ".join([S] * 32)], "a paragraph is read for 8 * 4 sentences"),
        ([S, " ".join([S] * 9), S], 1, [S, " ".join([S] * 4)], "what fits of the second, and nothing after it"),
        ([" ".join([S] * 8), S], 1, [" ".join([S] * 8)], "the first uses all"),
        ([" ".join([S] * 5), S], 1, [" ".join([S] * 5)], "a fifth sentence counts as four"),
        ([], 3, [], "nothing"),
    ],
)
def test_bullets_are_judged_up_to_one_and_a_half_times_the_number_asked(
    texts: list[str], asked: int, expected: list[str], reason: str
) -> None:
    found = judged_bullets(said(*texts), asked)
    assert [one.text for one in found] == expected, reason
    assert [one.id for one in found] == list(range(1, len(expected) + 1))
    assert all(one.cites == {"d"} for one in found), "a cut bullet keeps its citations"


@pytest.mark.parametrize(
    ("texts", "asked", "limited", "n_judged", "n_unread"),
    [
        ([S] * 4, 2, True, 3, 1),
        ([S] * 4, 2, False, 4, 0),
        ([S] * 4, None, True, 4, 0),
        ([S] * 2, 2, True, 2, 0),
        ([" ".join([S] * 9), S], 1, True, 1, 2),
        ([], 2, True, 0, 0),
    ],
    ids=["too many", "all are judged", "left open", "as asked", "the first in part", "failed"],
)
def test_a_response_says_how_many_bullets_were_asked_and_not_read(
    texts: list[str], asked: int | None, limited: bool, n_judged: int, n_unread: int
) -> None:
    given = answered(*texts)
    found = within(given, asked, limited=limited)
    assert (found.n_unread, found.extra) == (
        n_unread,
        {"mine": 1, "bullets_asked": asked, "bullets_unread": n_unread},
    )
    if given.answer is None:
        assert found.answer is None
    else:
        assert found.answer is not None
        assert len(found.answer.bullets) == n_judged
        assert found.answer.written == given.answer.bullets
        assert found.answer.n_lines == len(texts)


def test_notes_name_the_longest_systems_first() -> None:
    given = [within(answered(*[S] * n, system=f"s{n}"), 2) for n in (2, 4, 5, 6, 7, 8, 9)]
    first, *others = notes([*given, *given])
    assert first == (
        "s9 (full) was asked for 4 bullets and wrote 18: 12 of them are not judged, or not to their end. As many as "
        "1.5 times the number asked are judged, and long ones count as several (--bullets free, in Python free=True, "
        "judges all)."
    )
    assert [one.split()[0] for one in others[:-1]] == ["s8", "s7", "s6", "s5"]
    assert others[-1] == "So it is with 1 more system: see the column 'unread'."
    assert notes(given[:1]) == []


FLOOD = [
    *(f"Nothing of note happened on day {n}." for n in range(9)),
    "The bakery opens at six on weekdays. [1] [2]",
    "Flour costs 12 percent more. [2] [5]",
]
"""What is asked for stands after the first ceil(1.5 * 2) = 3 bullets."""

MINE = f"""
FLOOD = {FLOOD!r}


def flood(request):
    assert request["n_bullets"] in (2, None)
    return "\\n".join("- " + line for line in FLOOD)
"""


@pytest.fixture
def systems(tmp_path: Path) -> list[str]:
    """The same flood as a file of raw text, as one of bullets, and as a system that is asked."""
    text = "\n".join(f"- {line}" for line in FLOOD)
    bullets = [{"text": line} for line in FLOOD]
    (tmp_path / "raw.jsonl").write_text(
        "".join(json.dumps({"subtopic": s, "system": "raw", "summary": text}) + "\n" for s in ("s1", "s2"))
    )
    (tmp_path / "list.jsonl").write_text(
        "".join(json.dumps({"subtopic": s, "system": "list", "bullets": bullets}) + "\n" for s in ("s1", "s2"))
    )
    (tmp_path / "mine.py").write_text(MINE)
    return [f"file:{tmp_path}/raw.jsonl", f"file:{tmp_path}/list.jsonl", f"python:{tmp_path}/mine.py:flood"]


def flooded(bakery: Path, systems: list[str], *, free: bool = False, **task: Any) -> Result:
    request = RunRequest(
        inputs=[str(bakery)],
        systems=systems,
        judge="local",
        models=ModelOptions(free=free),
        task=TaskOptions(**task),
    )
    return run(request)


def coverage(result: Result) -> dict[str, tuple[float | None, int]]:
    """System -> coverage, and the number of bullets that were not judged."""
    return {
        key.system: (one.value, one.n_unread)
        for key, one, _ in result.tasks[0].estimates
        if key.dataset is None and key.measure == "coverage"
    }


def test_a_flood_is_not_judged_whatever_the_kind_of_system(bakery: Path, systems: list[str]) -> None:
    result = flooded(bakery, systems)
    # Two subtopics with 11 - 3 = 8 unread bullets each; of the first three some share a word with an insight.
    assert [(round(value or 0, 1), unread) for value, unread in coverage(result).values()] == [(0.0, 16)] * 3
    assert sum("wrote 22: 16 of them are not judged" in note for note in result.notes) == 3


def test_all_is_judged_where_the_number_is_left_open_and_by_the_papers_rules(bakery: Path, systems: list[str]) -> None:
    for result in (flooded(bakery, systems, free=True), flooded(bakery, systems, compat="paper")):
        # The two insights of the first of two subtopics, of which each has two, word for word.
        assert [(round(value or 0, 1), unread) for value, unread in coverage(result).values()] == [(0.5, 0)] * 3
        assert not any("not judged" in note for note in result.notes)
        # 2 * 11 bullets for 2 * 2 insights: (22 - 4) / 22 = .818.
        told = [
            note
            for note in result.notes
            if "counts as 22 bullets for 4 insights; of its 22 bullets at least 81 % are idle" in note
        ]
        assert len(told) == 3
        assert all("no more than 1.5 times the number of insights is judged" in note for note in told)
    assert not any("what is judged counts" in note for note in flooded(bakery, systems).notes)


@pytest.mark.parametrize(
    ("texts", "told", "reason"),
    [
        ([S] * 3, "", "ceil(1.5 * 2) = 3 are no flood"),
        (
            [S] * 4,
            "x (full): what is judged counts as 4 bullets for 2 insights; of its 4 bullets at least 50 %",
            "one more is",
        ),
        ([" ".join([S] * 12)], "", "a paragraph that counts as 3"),
        ([" ".join([S] * 13)], "counts as 4 bullets for 2 insights. A summary", "as 4"),
        ([], "", "no answer"),
    ],
)
def test_more_bullets_than_a_limit_would_permit_are_told_where_there_is_none(
    bakery: Path, texts: list[str], told: str, reason: str
) -> None:
    haystack = read_haystack(bakery)
    given = replace(answered(*texts), item=items_of([haystack])[0])
    found = flood_notes([given])
    assert len(found) == bool(told), reason
    assert told in "".join(found)
    named = flood_notes([replace(given, system=f"s{n}") for n in range(7)])
    assert len(named) == 6 * bool(told), "five systems, and how many more"


def test_no_recorded_system_is_told_to_be_a_flood(summhay: Path) -> None:
    for path in sorted(summhay.glob("topic_news*.json")):
        haystack = read_haystack(path)
        items = items_of([haystack])
        given = done(RecordedSystems().respond(items, nobody))
        assert len(given) == 78 * len(items)
        assert flood_notes(given) == []


@pytest.mark.parametrize("system", ["recorded", "extractive", "lead"])
def test_the_number_can_be_left_open_for_systems_that_are_not_asked(bakery: Path, system: str) -> None:
    given, free = (flooded(bakery, [system], free=free) for free in (False, True))
    assert coverage(given) == coverage(free) != {}
    for result, asked in ((given, 2), (free, None)):
        assert {one.extra["bullets_asked"] for one in result.tasks[0].responses} == {asked}


def test_signatures_say_how_much_is_judged(bakery: Path, systems: list[str]) -> None:
    runs = [flooded(bakery, systems[:1], **more) for more in ({}, {"free": True}, {"compat": "paper"})]
    found = [one.tasks[0].estimates[0].estimate.signature.split("|") for one in runs]
    assert [next(part for part in one if part.startswith("bullets:")) for one in found] == [
        "bullets:given<=1.5",
        "bullets:free",
        "bullets:given",
    ]


def test_variants_are_made_of_the_judged_part(bakery: Path, systems: list[str]) -> None:
    (task,) = flooded(bakery, systems[:1], citations="both").tasks
    variants = [one for scored in task.scored for one in scored.variants]
    assert [len(one.answer.bullets) for one in (*task.responses, *variants) if one.answer] == [3] * 4


def test_rows_hold_all_bullets_and_can_be_scored_again(
    hayrick: Command, bakery: Path, systems: list[str], tmp_path: Path
) -> None:
    out = tmp_path
    words = ("run", bakery, "--judge", "local", "--citations", "both")
    assert hayrick(*words, "--system", systems[0], "--out", out / "first").status == 0
    assert hayrick(*words, "--system", f"file:{out}/first/summaries.jsonl", "--out", out / "second").status == 0
    for name in ("first", "second"):
        rows = lines_of(out / name / "summaries.jsonl")
        assert [(row["bullets_asked"], row["bullets_unread"]) for row in rows] == [(2, 8), (2, 8)]
        assert all([len(row["bullets"]), sum("repaired" in b for b in row["bullets"])] == [11, 3] for row in rows)
        estimates = strict_json((out / name / "estimates.json").read_text())["rows"]
        assert {row["n_unread"] for row in estimates if row["measure"] == "coverage"} == {16}
    assert hayrick(*words, "--system", systems[0], "--bullets", "free", "--out", out / "free").status == 0
    rows = lines_of(out / "free" / "summaries.jsonl")
    assert [(row["bullets_asked"], row["bullets_unread"]) for row in rows] == [(None, 0), (None, 0)]
    assert hayrick("report", out / "free", "--out", out / "page.html").status == 0
    assert "counts as 22 bullets for 4 insights" in (out / "page.html").read_text()


def test_an_insight_whose_stored_label_links_to_an_unread_bullet_is_not_covered(bakery: Path) -> None:
    haystack = read_haystack(bakery)
    labels = [
        {"insight_id": "i1", "coverage": "FULL_COVERAGE", "bullet_id": 4},
        {"insight_id": "i2", "coverage": "PARTIAL_COVERAGE", "bullet_id": 2},
    ]
    subtopic = replace(haystack.subtopics[0], extra={"eval_summaries": {"k": labels}})
    (item,) = items_of([replace(haystack, subtopics=(subtopic,))])
    given = replace(answered(*[S] * 4), item=item, extra={"key": "k"})
    # Of four bullets, ceil(1.5 * 1) = 2 are judged.
    for response, expected in (
        (given, [("full", 4), ("partial", 2)]),
        (within(given, 1), [("none", None), ("partial", 2)]),
    ):
        found = done(RecordedJudge().judge(item, response, nobody))
        assert [(one.label, one.link) for one in found] == expected
