"""What is imported when: a command that does not count loads nothing that counts."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from conftest import NetworkBlocked
from hayrick.harness.naming.shipped import TASKS

HEAVY = {
    "numpy",
    "torch",
    "inspect_ai",
    "click",
    "rich",
    "tiktoken",
    "datasets",
    "pyarrow",
    "transformers",
    "genai_prices",
}


def loaded(code: str) -> set[str]:
    """Top-level modules that a program has loaded at its end."""
    return {name.split(".")[0] for name in modules(code)}


def modules(code: str) -> set[str]:
    """Modules that a program has loaded at its end."""
    program = f"import sys\n{code}\nprint('\\n' + ' '.join(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split("\n")[-2].split())


def test_the_package_alone_loads_nothing() -> None:
    found = loaded("import hayrick")
    assert "hayrick" in found
    assert not found & HEAVY


def test_nouns_and_parsing_load_nothing_heavy() -> None:
    assert (
        not loaded("import hayrick.types, hayrick.replies.citations, hayrick.replies.bullets, hayrick.haystacks.files")
        & HEAVY
    )


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["run", "--help"], ["describe", "--help"], ["frobnicate"]]
)
def test_help_and_wrong_use_load_no_numbers(words: list[str]) -> None:
    found = loaded(f"sys.argv = ['hayrick', *{words!r}]\nfrom hayrick.cli import main\nmain()")
    assert "click" in found
    assert not found & (HEAVY - {"click"})


def test_listing_and_describing_load_no_model() -> None:
    found = loaded("sys.argv = ['hayrick', 'list']\nfrom hayrick.cli import main\nmain()")
    assert not found & {"torch", "inspect_ai", "datasets", "pyarrow", "transformers", "tiktoken", "genai_prices"}


def test_lists_load_no_rules_of_judges_and_a_list_of_one_kind_nothing_of_the_others() -> None:
    def listing(*words: str) -> set[str]:
        return modules(f"sys.argv = ['hayrick', 'list', *{words!r}]\nfrom hayrick.cli import main\nmain()")

    every, metrics, tasks = listing(), listing("metrics"), listing("tasks")
    of_tasks = {module for module, _ in TASKS.values()}
    assert of_tasks <= every
    assert "hayrick.judges.metrics.catalogue" in every & metrics
    assert not every & {f"hayrick.judges.coverage.{one}" for one in ("local", "facts", "guards", "similarity")}
    assert not (metrics | tasks) & of_tasks
    assert "hayrick.judges.metrics.catalogue" not in tasks


def test_the_demo_loads_no_page_and_nothing_that_makes_haystacks_before_its_table() -> None:
    found = modules("import hayrick.cli.demo, hayrick.harness.running.demo")
    assert "hayrick.harness.running.run_request" in found
    assert not found & {"jinja2", "hayrick.harness.reviewing.pages", "hayrick.synthesis", "hayrick.judges.metrics"}


def test_a_run_loads_no_rules_of_judges_and_no_way_to_post_before_it_needs_them() -> None:
    found = modules("import hayrick.harness.running.run")
    assert {"hayrick.tasks.summhay.task", "hayrick.judges.coverage.catalogue"} <= found
    assert not found & {
        "hayrick.judges.coverage.local",
        "hayrick.judges.coverage.texts.facts",
        "urllib.request",
        "email",
    }


def test_a_report_loads_nothing_that_posts() -> None:
    found = modules("import hayrick.harness.reviewing.pages, hayrick.page.render")
    assert "jinja2" in found
    assert not found & {"urllib.request", "http.client", "email.message"}


def test_the_measure_sees_what_is_loaded() -> None:
    assert {"numpy", "click"} <= loaded("import numpy, click")


@pytest.mark.parametrize(
    ("family", "address"),
    [
        (socket.AF_INET, ("192.0.2.1", 80)),
        (socket.AF_INET6, ("2001:db8::1", 80)),
        (socket.AF_INET, ("example.org", 80)),
    ],
)
def test_the_network_is_out_of_reach_of_the_tests(family: int, address: tuple[str, int]) -> None:
    with socket.socket(family) as one, pytest.raises(NetworkBlocked):
        one.connect(address)
    with socket.socket(family, socket.SOCK_DGRAM) as one, pytest.raises(NetworkBlocked):
        one.sendto(b"x", address)
    with pytest.raises(NetworkBlocked):
        socket.create_connection(address, timeout=1)


def test_this_machine_is_in_reach() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=5).close()
        socket.create_connection(("localhost", server.getsockname()[1]), timeout=5).close()


@pytest.mark.parametrize("noun", ["scenarios", "extractors"])
def test_lists_of_texts_load_no_task(noun: str) -> None:
    found = modules(f"sys.argv = ['hayrick', 'list', '{noun}']\nfrom hayrick.cli import main\nmain()")
    assert "hayrick.harness.naming.lists" in found
    assert not found & {"hayrick.tasks.summhay", "hayrick.harness.naming.judge_names", "hayrick.systems.contexts"}


def test_a_synthesis_loads_nothing_that_runs_or_judges() -> None:
    found = modules("import hayrick.harness.haystacks.synthesis")
    assert not found & {"hayrick.tasks.summhay", "hayrick.harness.scheduling.jobs", "hayrick.estimates"}


def test_the_modules_that_must_not_be_loaded_exist() -> None:
    named = re.findall(r'"(hayrick(?:\.\w+)+)"', Path(__file__).read_text(encoding="utf-8"))
    assert named
    assert not [name for name in named if find_spec(name) is None]
