"""Runs, validations, names and the doctor."""

from __future__ import annotations

import importlib.util
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT, Command, lines_of, strict_json
from hayrick.estimates import Estimated
from hayrick.harness.diagnosis.doctor import checks
from hayrick.harness.haystacks.synthesis import scenarios
from hayrick.harness.naming import inputs
from hayrick.harness.naming.names import TaskOptions
from hayrick.harness.running.demo import SCENARIO, demo_request
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.run_result import Result
from hayrick.harness.validating.validation import validate
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.version import RULES
from hayrick.types import BadInput


def request(*inputs: Path, **fields: Any) -> RunRequest:
    return RunRequest(inputs=[str(path) for path in inputs], **{"systems": ["recorded"], "judge": "recorded", **fields})


def estimates(result: Result) -> list[Estimated]:
    (found,) = result.tasks
    return found.estimates


def value(result: Result, system: str, context: str, measure: str, haystack: str | None = None) -> float | None:
    (one,) = [
        one.value
        for key, one, _ in estimates(result)
        if (key.system, key.context, key.measure, key.dataset) == (system, context, measure, haystack)
    ]
    return one


def test_the_golden_haystack_gives_an_exact_report(bakery: Path) -> None:
    result = run(request(bakery))
    # alpha with keywords: labels full, partial (unlinked), partial, full.
    assert value(result, "alpha", "keywords", "coverage") == pytest.approx(3 / 4)
    # i1: cites dA dB of dA dB: 1; i2 unlinked: 0; i3: dC dE of dC dE: 1; i4: dA of dF: 0.
    assert value(result, "alpha", "keywords", "citation") == pytest.approx(2 / 4)
    # 1*1, 1/2*0, 1/2*1, 1*0 over 4.
    assert value(result, "alpha", "keywords", "joint") == pytest.approx(3 / 8)
    # org/beta: i1 cites dA of two: 2/3; i3 dC of two: 2/3; i4 dF of one: 1; i2 none.
    assert value(result, "org/beta", "lab/wide-4k", "citation") == pytest.approx(7 / 9)
    # (1*2/3 + 1/2*2/3 + 1/2*1) / 4.
    assert value(result, "org/beta", "lab/wide-4k", "joint") == pytest.approx(3 / 8)
    # alpha in full context: i1 has no label, i2 is partial, and s2 has no line: two failures.
    assert value(result, "alpha", "full", "coverage") == pytest.approx(1 / 6)
    # Nothing covered: no citation score, joint 0.
    assert value(result, "alpha", "fl-ctxt-sort", "citation") is None
    assert value(result, "alpha", "fl-ctxt-sort", "joint") == 0
    counts = {
        (key.context, key.measure): (one.n, one.n_failed, one.n_unjudged)
        for key, one, _ in estimates(result)
        if key.dataset is None and key.system == "alpha"
    }
    assert counts["full", "coverage"] == (4, 2, 1)
    assert counts["full", "joint"] == (4, 2, 1)
    assert counts["keywords", "citation"] == (4, 0, 0)
    assert counts["fl-ctxt-sort", "citation"] == (0, 0, 0)


def test_notes_count_what_the_numbers_do_not_show(bakery: Path) -> None:
    notes = " ".join(run(request(bakery)).notes)
    assert "1 citation names no document" in notes
    assert "1 covered insight links to no bullet" in notes
    assert "1 response is missing or unreadable; its" in notes
    # i1 of alpha in full context; the two insights of its failed summary score 0.
    assert "1 insights have no judgement" in notes


def test_a_figure_with_the_same_value_everywhere_is_noted(bakery: Path, tmp_path: Path) -> None:
    # The judge finds no insight in a summary that says nothing: 0 in both subtopics.
    rows = [{"subtopic": one.id, "summary": "- Nothing at all."} for one in read_haystack(bakery).subtopics]
    (tmp_path / "none.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    found = run(request(bakery, systems=[f"file:{tmp_path}/none.jsonl"], judge="local")).notes
    (note,) = [one for one in found if "have nearly the same value" in one]
    assert note.startswith("coverage of none (full) and ")
    assert note.endswith("The interval takes each insight for independent, and may be too narrow.")
    # One insight of two in each subtopic, which says no more of new ones.
    haystack = read_haystack(bakery)
    halves = [{"subtopic": one.id, "summary": f"- {one.insights[0].text}"} for one in haystack.subtopics]
    (tmp_path / "half.jsonl").write_text("\n".join(json.dumps(row) for row in halves))
    found = run(request(bakery, systems=[f"file:{tmp_path}/half.jsonl"], judge="local")).notes
    (note,) = [one for one in found if "have nearly the same value" in one]
    assert note.startswith("coverage of half (full)")
    (tmp_path / "half.jsonl").write_text(json.dumps(halves[0]) + "\n" + json.dumps({**halves[1], "summary": "- No."}))
    various = run(request(bakery, systems=[f"file:{tmp_path}/half.jsonl"], judge="local")).notes
    assert not any(one.startswith("coverage of half") for one in various)


def test_contradicted_insights_are_counted_in_the_notes(bakery: Path, tmp_path: Path) -> None:
    told = [
        insight.text
        for subtopic in read_haystack(bakery).subtopics
        if subtopic.id == "s1"
        for insight in subtopic.insights
    ]
    for name, ending in (("plain", ""), ("denied", " That turned out to be untrue.")):
        rows = {"subtopic": "s1", "summary": "\n".join(f"- {text}{ending}" for text in told)}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(rows))
    plain, denied = (
        run(request(bakery, systems=[f"file:{tmp_path}/{name}.jsonl"], judge="local")).notes
        for name in ("plain", "denied")
    )
    assert not any("contradicted" in note for note in plain)
    assert any(note.startswith(f"{len(told)} insights are contradicted") for note in denied)


@pytest.mark.parametrize("stored", [0, "NA", 99, "two", [1, 2]])
def test_links_that_name_no_line_are_counted_in_the_notes(variant: Callable[..., Path], stored: object) -> None:
    def change(haystack: Any) -> None:
        haystack["subtopics"][0]["eval_summaries"]["summary_subtopic_keywords_alpha"][0]["bullet_id"] = stored

    result = run(request(variant(change), systems=["recorded:keywords_*"]))
    assert any("2 covered insights link to no bullet" in note for note in result.notes)


def test_a_system_that_did_not_answer_has_failed(bakery: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.jsonl").write_text('{"subtopic": "s1", "summary": "- It opens at six [1][2]."}')
    result = run(request(bakery, systems=[f"file:{tmp_path}/mine.jsonl"], judge="local"))
    assert [(one.item.group, one.answer and len(one.answer.bullets)) for one in result.tasks[0].responses] == [
        ("s1", 1),
        ("s2", None),
    ]
    (one,) = [one for key, one, _ in estimates(result) if key.dataset is None and key.measure == "coverage"]
    assert (one.n, one.n_failed) == (4, 2)


def groups(result: Result) -> dict[str, list[str]]:
    """Dataset -> groups that were answered, in order."""
    found: dict[str, list[str]] = {}
    for one in result.tasks[0].responses:
        found.setdefault(one.item.dataset, []).append(one.item.group)
    return found


def test_a_limit_draws_groups_with_the_seed_and_is_not_the_head(tmp_path: Path) -> None:
    made: dict[str, Any] = {"schema": 1, "topic": "t", "documents": [{"id": "d", "text": "Six lamps."}]}
    insights = [{"id": f"i{n}", "text": f"Lamp {n} is lit."} for n in range(12)]
    made["subtopics"] = [{"id": f"s{n}", "title": "", "query": "?", "insights": [insights[n]]} for n in range(12)]
    made["held_by"] = {one["id"]: ["d"] for one in insights}
    paths = [tmp_path / "one.json", tmp_path / "two.json"]
    for path in paths:
        path.write_text(json.dumps(made))
    everything = [f"s{n}" for n in range(12)]
    drawn = []
    for seed in range(3):
        result = run(request(*paths, systems=["lead"], judge="local", limit=4, seed=seed))
        assert groups(result) == groups(run(request(*paths, systems=["lead"], judge="local", limit=4, seed=seed)))
        for names in groups(result).values():
            assert len(set(names)) == 4
            assert names == [name for name in everything if name in names], "in the data's order"
        assert all(f"|limit:4,seed:{seed}|" in one.signature for _, one, _ in estimates(result))
        drawn += [tuple(names) for names in groups(result).values()]
    assert tuple(everything[:4]) not in drawn, "the head"
    assert len(set(drawn)) == 6, "each dataset and each seed has its own draw"
    whole = run(request(*paths, systems=["lead"], judge="local", limit=99))
    assert groups(whole) == {"one": everything, "two": everything}


def test_a_system_without_a_response_to_what_the_limit_sampled_is_named(bakery: Path, tmp_path: Path) -> None:
    drawn = groups(run(request(bakery, systems=["lead"], judge="local", limit=1)))["bakery"]
    (other,) = {"s1", "s2"} - {*drawn}
    mine = tmp_path / "mine.jsonl"
    mine.write_text(json.dumps({"subtopic": other, "summary": "- Lamps."}))
    systems = [f"file:{mine}", "lead"]
    told = f"file:{mine} has no response to any subtopic that --limit 1 sampled with --seed 0"
    assert [note for note in run(request(bakery, systems=systems, judge="local", limit=1)).notes if told in note]
    assert "no response" not in "".join(run(request(bakery, systems=systems, judge="local")).notes)
    with pytest.raises(BadInput, match=f"{told}; expected at least one. Leave out --limit, or change --seed."):
        run(request(bakery, systems=systems[:1], judge="local", limit=1))


def test_answers_without_a_stored_label_are_refused_or_named_first(bakery: Path) -> None:
    with pytest.raises(BadInput, match=r"judge 'recorded': no stored label of any answer of lead \(full\), random"):
        run(request(bakery, systems=["lead", "random"], judge="recorded"))
    result = run(request(bakery, systems=["lead", "recorded"], judge="recorded"))
    assert result.notes[0] == "WARNING: lead (full): no answer has a judgement of judge 'recorded'."
    assert not [note for note in run(request(bakery, systems=["lead"], judge="none")).notes if "WARNING" in note]


def test_a_system_that_says_nothing_readable_is_named_before_the_figures_are_explained(
    bakery: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text("def answer(request):\n    return ''\n")
    system = f"python:{tmp_path / 'mine.py'}:answer"
    result = run(request(bakery, systems=[system, "lead"], judge="local"))
    said = "no readable answer to any subtopic; all scores are those of failures."
    assert result.notes[0] == f"WARNING: {system} (full): {said}"


def test_two_haystacks_have_rows_each_and_together(bakery: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(bakery.read_text())
    result = run(request(bakery, other))
    assert {key.dataset for key, _, _ in estimates(result)} == {"bakery", "other", None}
    sums = {
        key.dataset: one.n for key, one, _ in estimates(result) if key.context == "keywords" and key.measure == "joint"
    }
    assert sums == {"bakery": 4, "other": 4, None: 8}
    assert value(result, "alpha", "keywords", "joint") == pytest.approx(3 / 8)


def test_signatures_hold_measure_judge_data_and_version(bakery: Path) -> None:
    result = run(request(bakery, task=TaskOptions(compat="paper")))
    signatures = [(key.measure, one.signature) for key, one, _ in estimates(result)]
    for measure, signature in signatures:
        mean = "summary" if measure.endswith("@summary") else "pooled"
        name = measure.removesuffix("@summary")
        bounds = "[0,inf]" if name == "words_per_bullet" else ""
        rules = f"|rules:{RULES}" if name.startswith("idle_bullets.") else ""
        rules += "|at-most:coverage" if name == "joint" else ""
        recipe = f"summhay|{name}{bounds}{rules}|mean:{mean}|system:recorded:*|citations:own|judge:recorded"
        assert signature.startswith(recipe)
        assert "|compat:paper|" in signature
    assert len({signature for _, signature in signatures}) == 24  # Twelve measures, two means, one file.


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"systems": ["recorded", "recorded:alpha"]}, "two responses to 's1' by 'alpha' (full)"),
        ({"systems": ["recorded:zz*"]}, "none of 8 stored summaries matches 'zz*'"),
        ({"systems": ["recordet"]}, "unknown system 'recordet'; expected recorded, "),
        ({"systems": ["recordet"]}, "Did you mean 'recorded'?"),
        ({"judge": "locale"}, "Did you mean 'local'?"),
        ({"judge": "zzz"}, "'hayrick list judges' explains them."),
        ({"judge": "recorded", "systems": ["lab/big+full"]}, "none of what lab/big+full will answer"),
    ],
)
def test_what_cannot_be_run_is_refused_and_nothing_is_written(
    bakery: Path, tmp_path: Path, fields: dict[str, Any], found: str
) -> None:
    with pytest.raises(BadInput) as caught:
        run(request(bakery, **fields), tmp_path / "run")
    assert found in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_the_same_system_twice_is_once(bakery: Path) -> None:
    assert len(run(request(bakery, systems=["lead", "lead"], judge="local")).tasks[0].responses) == 2


def test_two_inputs_of_one_name_are_refused(bakery: Path, tmp_path: Path) -> None:
    (tmp_path / "bakery.json").write_text(bakery.read_text())
    with pytest.raises(BadInput, match="the name 'bakery' again, after"):
        inputs.read([str(bakery), str(tmp_path / "bakery.json")])


def test_fingerprints_are_of_the_file(bakery: Path, tmp_path: Path) -> None:
    (tmp_path / "same.json").write_bytes(bakery.read_bytes())
    (tmp_path / "more.json").write_bytes(bakery.read_bytes() + b"\n")
    one, two, three = inputs.read([str(bakery), *(str(tmp_path / f"{name}.json") for name in ("same", "more"))])
    assert one.fingerprint == two.fingerprint != three.fingerprint


def test_validation_joins_judges_with_people(annotations: Path, tmp_path: Path) -> None:
    found = {
        one.judge: one.agreement
        for one in validate(annotations, ["recorded:one", "recorded:9fs_two", "local"], tmp_path / "v").judges
    }
    one = found["recorded:one"]
    # Human 1 0 .5 1 0 1 against 1 0 1 .5 0 1: both means are 7/12, and no bias.
    assert one.bias == pytest.approx(0)
    # Deviations, in twelfths: human 5 -7 -1 5 -7 5, judge 5 -7 5 -1 -7 5.
    # Covariance (25+49-5-5+49+25) / variance (25+49+1+25+49+25) = 138/174.
    assert one.coverage_correlation == pytest.approx(138 / 174)
    # Both linked: (1, 1) and (2, 2) right, (2, 1) wrong; "NA" and "two" are no links.
    assert one.linking_n == 3
    assert one.linking_accuracy == pytest.approx(2 / 3)
    assert (one.n, one.n_unjudged) == (6, 0)
    # The other judge labelled i1 alone: three insights have no judgement.
    assert found["recorded:9fs_two"].n_unjudged == 3
    rows = strict_json((tmp_path / "v" / "agreement.json").read_text())["rows"]
    assert [row["judge"] for row in rows] == ["recorded:one", "recorded:9fs_two", "local"]
    assert {row["judge"] for row in lines_of(tmp_path / "v" / "judgements.jsonl")} == {"human", *found}


def test_out_of_validate_holds_agreement_and_every_judgement(
    hayrick: Command, annotations: Path, tmp_path: Path
) -> None:
    out = tmp_path / "v"
    words = ("validate", annotations, "--judge", "local", "--judge", "recorded:one", "--out", out)
    done = hayrick(*words)
    assert (done.status, done.err) == (0, "")
    assert f"Written to {out}/." in done.out
    assert {path.name for path in out.iterdir()} == {"manifest.json", "agreement.json", "judgements.jsonl"}
    manifest = strict_json((out / "manifest.json").read_text())
    assert (manifest["command"], manifest["finished"]) == ("validate", True)
    rows = lines_of(out / "judgements.jsonl")
    n = {judge: sum(row["judge"] == judge for row in rows) for judge in ("human", "local", "recorded:one")}
    assert set(n.values()) == {6}, "one row an insight and rater"
    agreement = {row["judge"]: row for row in strict_json((out / "agreement.json").read_text())["rows"]}
    assert agreement["recorded:one"]["coverage_correlation"] == pytest.approx(138 / 174)
    apart = strict_json((out / "agreement.json").read_text())["differences"]
    assert strict_json(hayrick(*words, "--json").out)["differences"] == apart
    assert [(row["judge"], row["baseline"]) for row in apart] == [("recorded:one", "local")] * 5
    known = {row["figure"]: row for row in apart if row["difference"] is not None}
    assert {"coverage_correlation", "bias", "kappa_linear"} <= known.keys()
    for figure, row in known.items():
        assert row["difference"] == pytest.approx(agreement["recorded:one"][figure] - agreement["local"][figure])
    assert (known["bias"]["n"], known["bias"]["p"]) == (6, known["bias"]["p_adjusted"])
    assert "less local: paired differences with 95 % intervals" in done.out
    assert "paired differences" not in hayrick("validate", annotations, "--judge", "local").out
    before = {path: path.read_bytes() for path in out.iterdir()}
    assert hayrick(*words).status == 0
    assert {path: path.read_bytes() for path in out.iterdir()} == before


def test_released_validation_is_reproduced_to_6_decimals(summhay: Path) -> None:
    expected = json.loads((summhay / "expected_judge_validation.json").read_text())
    names = {f"recorded:{key.removeprefix('predictions_').removeprefix('prompted_')}": key for key in expected}
    judges = {one.judge: one for one in validate(summhay / "judge_annotations.json", list(names)).judges}
    assert [*judges] == [*names, "manual"]
    found = {name: one.agreement for name, one in judges.items()}
    for name, key in names.items():
        for field in ("coverage_correlation", "linking_accuracy", "linking_n", "bias"):
            assert getattr(found[name], field) == pytest.approx(expected[key][field], abs=1e-6), (name, field)
        assert found[name].n == expected[key]["n_insights"] == 743
    table_4 = {
        "gpt-4o": (0.058, -0.222, 0.083, 0.03435),
        "claude3-opus": (0.053, -0.280, -0.036, 0.11895),
        "gemini-1.5-pro": (0.042, -0.281, -0.078, 0.075815),
    }
    for name, (average, score, bias, usd) in table_4.items():
        one = judges[f"recorded:{name}"]
        figures = (one.bias.average.value, one.bias.length_score.value, one.bias.length_bias.value)
        assert figures == pytest.approx((average, score, bias), abs=5e-4)
        assert one.usd == pytest.approx(101 * usd)
        assert len(one.bias.summarisers) == 9
    manual = judges["manual"]
    assert (manual.agreement.coverage_correlation, manual.agreement.linking_accuracy) == (0.77, 0.95)
    assert manual.usd == pytest.approx(101 * 325 / 200)


def test_biases_by_summariser_stand_beside_the_rows(annotations: Path, tmp_path: Path) -> None:
    validate(annotations, ["recorded:one"], tmp_path / "v")
    written = strict_json((tmp_path / "v" / "agreement.json").read_text())
    assert {row["judge"] for row in written["summarisers"]} == {"recorded:one"}
    assert [row["n"] for row in written["summarisers"]] == [1] * written["rows"][0]["n_summaries"]
    # The plain mean of summaries, of which each has its own summariser here.
    mean = sum(row["bias"] for row in written["summarisers"]) / len(written["summarisers"])
    assert written["rows"][0]["summariser_bias"] == pytest.approx(mean)
    assert (written["rows"][0]["usd"], written["rows"][0]["published"]) == (None, [])


def test_a_summary_entered_twice_is_refused(annotations: Path, tmp_path: Path) -> None:
    given = json.loads(annotations.read_text())
    path = tmp_path / "twice.json"
    path.write_text(json.dumps([*given, {**given[0], "summary": [f" {line}" for line in given[0]["summary"]]}]))
    with pytest.raises(BadInput, match=rf"summary {len(given) + 1}: .* as summary 1; expected each summary once"):
        validate(path, ["recorded:one"])


@pytest.mark.parametrize("judge", ["recorded:nobody", "recorded"])
def test_judges_that_are_not_stored_are_refused_with_the_choices(annotations: Path, judge: str) -> None:
    with pytest.raises(BadInput, match=r"expected recorded:one, recorded:9fs_two\."):
        validate(annotations, [judge])


def test_the_demo_runs_on_what_is_bundled() -> None:
    assert SCENARIO in scenarios()
    assert demo_request(Path("a")).judge == "local"


def test_the_doctor_finds_this_installation_sound() -> None:
    found = {check.name: check for check in checks()}
    assert {check.state for check in found.values()} <= {"ok", "absent"}
    inspect = importlib.util.find_spec("inspect_ai")
    assert found["extra llm"].state == ("absent" if inspect is None else "ok")
    assert found["tokens"].state == "ok"
    assert found["bundled scenarios"].state == "ok"


def test_the_doctor_names_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [f"extra {extra}" for extra in project["optional-dependencies"]]
    assert sorted(extras) == sorted(check.name for check in checks() if check.name.startswith("extra "))


def test_the_doctor_says_what_is_broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import hayrick.harness.diagnosis.doctor as doctor

    broken = tmp_path / "a.yaml"
    broken.write_text("{")
    monkeypatch.setattr(doctor, "scenarios", lambda: {"a": broken})
    states = {check.name: check.state for check in checks()}
    assert states["bundled scenarios"] == "broken"
    monkeypatch.setattr(doctor, "scenarios", dict)
    assert {check.name: check.state for check in checks()}["bundled scenarios"] == "broken"
