from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from hayrick.records.referred_files import read_beside
from hayrick.records.yaml import DEEPEST, parse_yaml, to_yaml
from hayrick.types import BadInput


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("a: &x 1\nb: *x", "f:1", "the anchor &x"),
        ("a: [1]\nb: *x", "f:2", "the alias *x"),
        ("a: !!python/object:os.system x", "f:1", "the tag tag:yaml.org,2002:python/object:os.system"),
        ("a: !own x", "f:1", "the tag !own"),
        ("a: 1\nb: 2\na: 3", "f:3", "the key 'a' again"),
        ("? [x]\n: 2", "f:1", "a list as a key"),
        ("--- 1\n--- 2", "f:2", "a second document"),
        ("a: {b\n", "f:2", "is not YAML"),
        ("- a: b: c", "f:1", "is not YAML"),
        ("a: \x07", "f", "is not YAML"),
        ("# nothing\n", "f", "nothing in it"),
        ("[" * 50_000, "f:1", "nested too deeply"),
        ("- " * 50_000, "f:1", "nested too deeply"),
        ("{a: " * 50_000, "f:1", "nested too deeply"),
    ],
)
def test_what_is_refused_is_named_with_its_line(text: str, line: str, found: str) -> None:
    with pytest.raises(BadInput) as problem:
        parse_yaml(text, "f")
    assert problem.value.where == line
    assert problem.value.found.startswith(found)


def test_the_deepest_nesting_is_read() -> None:
    node = parse_yaml("[" * DEEPEST + "]" * DEEPEST, "f")
    for _ in range(DEEPEST - 1):
        (node,) = node.items("list")
    assert node.value == []


def test_scalars_are_what_is_asked_for_and_not_what_yaml_guesses() -> None:
    node = parse_yaml("code: no\nclock: 12:30\nnumber: 017\nquoted: '5'\nnothing: ~\nday: 2031-05-28", "f")
    fields = node.fields("top", ("code", "clock", "number", "quoted", "nothing", "day"))
    assert [fields[name].text(name) for name in ("code", "clock", "number")] == ["no", "12:30", "017"]
    assert fields["number"].whole("number", 0, 20) == 17
    assert fields["day"].day("day") == date(2031, 5, 28)
    assert "nothing" not in fields
    with pytest.raises(BadInput, match="'quoted' is '5'; expected a whole number"):
        fields["quoted"].whole("quoted", 0, 9)


@pytest.mark.parametrize("written", ["9" * 5000, "1e400", "0x10", "1_000", "nan", ".inf", "-1", "101", "[1]", "true"])
def test_numbers_out_of_bounds_or_shape_are_refused(written: str) -> None:
    node = parse_yaml(f"n: {written}", "f").fields("top", ("n",))["n"]
    with pytest.raises(BadInput, match="expected a whole number from 0 to 100"):
        node.whole("n", 0, 100)
    with pytest.raises(BadInput, match="expected a number from 0 to 100"):
        node.number("n", 0, 100)


def test_an_unknown_key_is_answered_with_the_nearest() -> None:
    node = parse_yaml("topic: x\ndocumnets: 5", "f")
    with pytest.raises(BadInput, match=r"f:2: unknown key 'documnets' .* Did you mean 'documents'\?"):
        node.fields("scenario", ("topic", "documents"))


def test_what_is_written_is_read_again() -> None:
    value = {"text": "no", "colon": "a: b", "lines": "one\ntwo", "braces": "{a|b} #x", "day": date(2031, 1, 2), "n": 5}
    fields = parse_yaml(to_yaml(value), "f").fields("top", tuple(value))
    assert {name: fields[name].text(name) for name in ("text", "colon", "lines", "braces")} == {
        name: value[name] for name in ("text", "colon", "lines", "braces")
    }
    assert fields["day"].day("day") == value["day"]
    assert fields["n"].whole("n", 0, 9) == 5


def test_files_beside_are_read_and_others_are_not(tmp_path: Path) -> None:
    inside = tmp_path / "project"
    (inside / "notes").mkdir(parents=True)
    (inside / "notes" / "a.txt").write_text("Inside.")
    (inside / "key.pem").write_text("secret")
    (tmp_path / "outside.txt").write_text("Outside.")
    (inside / "link.txt").symlink_to(tmp_path / "outside.txt")
    scenario = inside / "s.yaml"
    assert read_beside(scenario, "notes/a.txt", "s:1") == "Inside."
    assert read_beside(scenario, "notes/../notes/a.txt", "s:1") == "Inside."
    for name, found in {
        "../outside.txt": "lies outside",
        "link.txt": "lies outside",
        str(tmp_path / "outside.txt"): "the path",
        "a\x00b.txt": "the path",
        "key.pem": "'key.pem'",
        "none.txt": "no such file",
    }.items():
        with pytest.raises(BadInput) as problem:
            read_beside(scenario, name, "s:1")
        assert found in problem.value.found, name
