"""What the distribution promises about itself."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import hayrick

ROOT = Path(__file__).parents[1]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_citation_file_names_the_version_of_the_package() -> None:
    assert re.search(r"^version: (.*)$", read("CITATION.cff"), re.MULTILINE)[1] == hayrick.__version__  # type: ignore[index]


def test_changelog_has_a_section_for_this_version_with_changed_numbers() -> None:
    section = read("CHANGELOG.md").split(f"## {hayrick.__version__}")[1].split("\n## ")[0]
    assert "### Numbers that changed" in section


def test_every_decision_stands_in_their_index_once() -> None:
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    assert sorted(re.findall(r"\]\((\d\S+\.md)\)", read("docs/decisions/README.md"))) == names


def test_every_dependency_has_a_licence_line() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    names = [re.split(r"[<>=!\[]", line)[0] for line in project["dependencies"]]
    licences = read("THIRD_PARTY.md")
    assert [name for name in names if f"| {name}" not in licences] == []


def test_the_module_runs_as_a_program() -> None:
    done = subprocess.run([sys.executable, "-m", "hayrick", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == hayrick.__version__


@pytest.mark.parametrize("name", ["LICENSE", "SECURITY.md", "THIRD_PARTY.md", "docs/evidence/data_card.md"])
def test_papers_of_the_house_are_there(name: str) -> None:
    assert len(read(name)) > 500


def test_extras_are_never_installed_by_a_name_of_an_index() -> None:
    """Anybody could register the name there; messages tell of the checkout, and of extras that exist."""
    texts = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    assert [path for path in texts if re.search(r"hayrick\[[a-z]", path.read_text())] == []
    named = {one for path in texts for one in re.findall(r"\binstall\([\"'](\w+)[\"']\)", path.read_text())}
    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert named
    assert named <= set(known)
