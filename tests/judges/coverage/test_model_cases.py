"""What a model is asked about coverage."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
from weir import BULLETS, INSIGHTS, case_of, cases_of, judge_of, marked_lines, user_text

from conftest import SHARED
from hayrick.cli.run import run_command
from hayrick.judges.coverage.model import DEFAULT, VARIANTS, CoverageJudge, shown_bullet
from hayrick.prompting import load
from hayrick.protocols import JudgeOptions
from hayrick.types import BadInput, Bullet

RELEASED = SHARED / "data" / "summhay" / "prompts" / "eval_summhay.txt"


class TestCases:
    def test_one_insight_a_call(self) -> None:
        cases = cases_of(judge_of())
        assert [case.insights for case in cases] == [("i1",), ("i2",), ("i3",)]
        assert {case.bullets for case in cases} == {(2, 3, 5)}
        assert len({user_text(case) for case in cases}) == 3
        assert marked_lines(cases[1]) == [
            "Bullet 2: Builders renewed the weir in 1931.",
            "Bullet 3: Eels swim over it.",
            "Bullet 5: A lock stands beside it.",
            "Eels pass it in autumn.",
        ]

    def test_all_insights_in_one_call(self) -> None:
        (case,) = cases_of(judge_of("together"))
        assert case.insights == ("i1", "i2", "i3")
        assert marked_lines(case)[3:] == [f"Insight {n}: {text}" for n, text in enumerate(INSIGHTS, start=1)]

    def test_cases_of_one_summary_begin_alike_up_to_the_insight(self) -> None:
        one, two, _ = cases_of(judge_of())
        before, _, after = user_text(one).partition(INSIGHTS[0])
        assert user_text(two) == f"{before}{INSIGHTS[1]}{after}"
        assert one.prompt.messages[0] == two.prompt.messages[0]

    def test_the_same_question_is_the_same_prompt(self) -> None:
        texts = [
            [user_text(case) for case in cases_of(CoverageJudge(JudgeOptions(name=name, role=name)))] for name in "xy"
        ]
        assert texts[0] == texts[1]
        assert cases_of(judge_of()) == cases_of(judge_of())

    @pytest.mark.parametrize(("variant", "n_examples"), [("single", 6), ("nine", 9), ("single.v1", 3), ("nine.v1", 9)])
    def test_worked_examples_have_every_answer_equally_often(self, variant: str, n_examples: int) -> None:
        judge, case = case_of(variant)
        replies = re.findall(r"^Reply: (\{.*\})$", case.prompt.messages[0].text, re.MULTILINE)
        answers = [json.loads(reply) for reply in replies]
        assert len(answers) == n_examples
        for label in ("full", "partial", "no"):
            assert sum(answer["coverage"] == label for answer in answers) == n_examples // 3
        assert all((answer["coverage"] == "no") == (answer["bullet"] is None) for answer in answers)
        found = [judge.read(case._replace(bullets=(1, 2, 3, 4)), reply)[0] for reply in replies]
        assert [one.link for one in found] == [answer["bullet"] for answer in answers]
        assert [(one.contradicted, one.reason) for one in found] == [
            (answer.get("contradicted", False), answer.get("reason")) for answer in answers
        ]

    @pytest.mark.parametrize(
        ("variant", "labels"),
        [
            ("together", ["full", "partial", "none", "full", "partial", "none"]),
            ("together.v1", ["full", "partial", "none"]),
        ],
    )
    def test_the_worked_example_of_all_insights_can_be_read(self, variant: str, labels: list[str]) -> None:
        judge = judge_of(variant)
        (case,) = cases_of(judge, tuple(f"Insight {n}." for n in range(len(labels))))
        found = judge.read(case, case.prompt.messages[0].text.partition("Example")[2])
        assert [one.label for one in found] == labels
        assert [one.contradicted for one in found] == [n == 2 and variant == "together" for n in range(len(labels))]

    @pytest.mark.parametrize("variant", VARIANTS)
    def test_examples_show_what_counts_as_contradicted_and_what_does_not(self, variant: str) -> None:
        text = cases_of(judge_of(variant))[0].prompt.messages[0].text
        answers = re.findall(r'"coverage": "no", "bullet": null(, "contradicted": true)?', text)
        assert {bool(contradicted) for contradicted in answers} == {True, False}

    def test_signature_names_prompt_version_hash_and_variant(self) -> None:
        signatures = {judge_of(variant).signature for variant in VARIANTS}
        assert len(signatures) == len(VARIANTS)
        assert all(
            re.fullmatch(
                r"a/model;coverage\.v1:judge-(\w+)\.v2@[0-9a-f]{12};variant=\1,max_tokens=512,repeats=1", signature
            )
            for signature in signatures
        )
        judge, case = case_of("nine")
        assert case.prompt.signature == judge.signature

    @pytest.mark.parametrize(
        ("variant", "digest"), [("single", "b1c893aac6ac"), ("nine", "17f334e2345a"), ("together", "3512261f38b3")]
    )
    def test_an_earlier_version_asks_and_signs_as_it_always_did(self, variant: str, digest: str) -> None:
        # What a run directory of that version holds; another text or signature could not resume it.
        judge = judge_of(f"{variant}.v1")
        named = f"judge-{variant}.v1@{digest}"
        assert judge.signature == f"a/model;coverage.v1:{named};variant={variant},max_tokens=512,repeats=1"
        assert judge.template == load(f"judge-{variant}.v1")
        assert judge.is_together == judge_of(variant).is_together
        assert judge.about.expected_tokens is not None
        assert cases_of(judge)[0].prompt.messages != cases_of(judge_of(variant))[0].prompt.messages

    def test_the_highest_version_may_be_named(self) -> None:
        for variant in VARIANTS:
            assert judge_of(f"{variant}.v2").signature == judge_of(variant).signature
            assert judge_of(f"{variant}.v2").about.expected_tokens == judge_of(variant).about.expected_tokens

    def test_the_command_line_offers_every_variant_in_every_version(self) -> None:
        given = next(one for one in run_command.params if one.name == "judge_variant")
        assert isinstance(given.type, click.Choice)
        assert list(given.type.choices) == [*VARIANTS, *(f"{variant}.v1" for variant in VARIANTS)]
        assert given.default == DEFAULT

    @pytest.mark.parametrize("variant", ["single.v9", "single.", ".v1", "single.v1.v1", "judge-single.v1", "Single"])
    def test_unknown_versions(self, variant: str) -> None:
        with pytest.raises(BadInput, match=r"variant '.*'; expected one of single, nine, together, or one with an ear"):
            judge_of(variant)

    def test_who_is_asked_and_how_often_is_in_the_signature(self) -> None:
        assert judge_of(repeats=3).signature.endswith(",repeats=3")
        assert judge_of("single").signature == judge_of().signature

    @pytest.mark.parametrize(
        ("bullet", "expected"),
        [
            (Bullet(id=1, text="Eels [3] swim [4][5]."), "Eels swim."),
            (Bullet(id=1, text="Eels swim [d03; d07].", cites=frozenset({"d03", "d07"})), "Eels swim."),
            (Bullet(id=1, text="Eels [sic] swim in [May]."), "Eels [sic] swim in [May]."),
            (Bullet(id=1, text="Two\nlines\u2028or\x00three"), "Two lines or three"),
        ],
        ids=["numbers", "document ids", "other brackets stay", "one line"],
    )
    def test_bullets_are_shown_on_one_line_without_citations(self, bullet: Bullet, expected: str) -> None:
        assert shown_bullet(bullet) == expected

    @pytest.mark.parametrize(
        ("variant", "placeholders", "text"),
        [
            ("none", None, None),
            ("own", {"{b}": "bullets"}, "{b}"),
            ("own", {"{i}": "insight"}, "{i}"),
            ("own", {"{b}": "bullets", "{i}": "insight", "{a}": "insights"}, "{b}{i}{a}"),
            ("own", {"{b}": "bullets", "{i}": "insight", "{q}": "query"}, "{b}{i}{q}"),
        ],
        ids=["unknown variant", "no insight", "no bullets", "one and all", "a value that a judge lacks"],
    )
    def test_wrong_variants_and_templates(
        self, tmp_path: Path, variant: str, placeholders: dict[str, str] | None, text: str | None
    ) -> None:
        template = None
        if text is not None:
            (tmp_path / "own.txt").write_text(text, encoding="utf-8")
            template = load(tmp_path / "own.txt", placeholders)
        with pytest.raises(BadInput, match=r"variant 'none'|placeholders"):
            judge_of(variant, template)

    @pytest.mark.skipif(not RELEASED.is_file(), reason="needs the released prompt; HAYRICK_SHARED names the folder")
    def test_the_released_prompt_asks_and_its_answers_are_read(self) -> None:
        judge = judge_of("released", load(RELEASED))
        case = cases_of(judge)[1]
        shown = user_text(case).rpartition("Bullet Points:")[2].partition("Requirements:")[0]
        rows = [{"bullet_id": bullet.id, "text": shown_bullet(bullet)} for bullet in BULLETS]
        assert json.loads(shown) == {"bullets": rows}
        assert INSIGHTS[1] in user_text(case)
        (found,) = judge.read(case, '{"coverage": "PARTIAL_COVERAGE", "bullet_id": 3}')
        assert (found.label, found.value, found.link) == ("partial", 1 / 2, 3)
