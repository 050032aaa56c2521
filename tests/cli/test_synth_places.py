"""The commands synth and demo replace no haystack that was made otherwise, and no file of others."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Command

TOWN = Path(__file__).parents[1] / "synthesis" / "town.yaml"


@pytest.fixture
def made(hayrick: Command, tmp_path: Path) -> Path:
    assert hayrick("synth", TOWN, "--seed", 3, "--out", tmp_path / "h.json").status == 0
    return tmp_path / "h.json"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ((TOWN, "--seed", 4), "seed"),
        ((TOWN,), "seed"),
        ((TOWN, "--seed", 3, "--documents", 14), "documents"),
        ((TOWN, "--seed", 3, "--words", 90), "words"),
        (("tidewall", "--seed", 3), "scenario"),
        (("{changed}", "--seed", 3), "scenario"),
    ],
)
def test_another_haystack_is_replaced_only_if_it_is_told_to_be(
    hayrick: Command, refused: Callable[..., str], made: Path, words: tuple[object, ...], name: str
) -> None:
    changed = made.with_name("town.yaml")
    changed.write_text(TOWN.read_text() + "\n# another one\n")
    given = [changed if word == "{changed}" else word for word in words]
    before = made.read_bytes()
    line = refused("synth", *given, "--out", made)
    assert f"{made}: a haystack that another command made (differs in " in line
    assert name in line
    assert "--overwrite" in line
    assert made.read_bytes() == before
    assert hayrick("synth", *given, "--out", made, "--overwrite").status == 0
    if name != "scenario" or "tidewall" in words:
        assert made.read_bytes() != before


def test_the_same_haystack_is_made_again(hayrick: Command, made: Path) -> None:
    before = made.read_bytes()
    assert hayrick("synth", TOWN, "--seed", 3, "--out", made).status == 0
    assert made.read_bytes() == before


def test_the_haystack_that_stands_there_is_read_once(
    hayrick: Command, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    before = Path.read_bytes

    def noted(path: Path) -> bytes:
        read.append(path)
        return before(path)

    monkeypatch.setattr(Path, "read_bytes", noted)
    assert hayrick("synth", TOWN, "--seed", 3, "--out", made).status == 0
    assert read.count(made) == 1


def test_a_plan_that_a_person_changed_makes_the_haystack_again(hayrick: Command, tmp_path: Path) -> None:
    out = tmp_path / "h.json"
    assert hayrick("synth", TOWN, "--plan-only", "--out", out).status == 0
    assert hayrick("synth", TOWN, "--out", out).status == 0
    before = out.read_bytes()
    plan = tmp_path / "h.synth" / "plan.yaml"
    plan.write_text(plan.read_text().replace("documents: 12", "documents: 13"))
    assert hayrick("synth", TOWN, "--out", out).status == 0
    assert out.read_bytes() != before


def test_a_synthesis_replaces_inputs_and_devices_never(refused: Callable[..., str], tmp_path: Path) -> None:
    scenario = Path(shutil.copy(TOWN, tmp_path / "town.yaml"))
    before = scenario.read_bytes()
    assert "an input of this command" in refused("synth", scenario, "--out", scenario, "--overwrite")
    assert f"{tmp_path}: a folder; expected a file" in refused("synth", scenario, "--out", tmp_path)
    assert "a device or a pipe" in refused("synth", scenario, "--out", "/dev/null", "--overwrite")
    assert scenario.read_bytes() == before


def test_a_file_of_others_is_replaced_only_if_it_is_told_to_be(
    hayrick: Command, refused: Callable[..., str], tmp_path: Path
) -> None:
    out = tmp_path / "h.json"
    out.write_text('{"a": 1}')
    line = refused("synth", TOWN, "--out", out)
    assert "a file that 'hayrick synth' did not make" in line
    assert line.endswith("Choose another --out, or --overwrite.\n")
    assert out.read_text() == '{"a": 1}'
    assert hayrick("synth", TOWN, "--out", out, "--overwrite").status == 0
    assert hayrick("describe", out).status == 0


@pytest.mark.parametrize("name", ["haystacks/tidewall.json", "report.html", "estimates.json", "manifest.json"])
def test_the_demo_replaces_nothing_of_others(
    hayrick: Command, refused: Callable[..., str], tmp_path: Path, name: str
) -> None:
    place = tmp_path / "d" / name
    place.parent.mkdir(parents=True)
    if name.startswith("haystacks"):
        assert hayrick("synth", "tidewall", "--seed", 9, "--documents", 30, "--out", place).status == 0
    else:
        place.write_text("{}")
    before = place.read_bytes()
    assert "Choose another --out" in refused("demo", "--out", tmp_path / "d")
    assert [path for path in (tmp_path / "d").rglob("*") if path.is_file()] == [place]
    assert place.read_bytes() == before
