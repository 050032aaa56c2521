"""Help texts of the scripts of bench that are called by the name of their folder."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["faults", "oracle", "soak", "speed"])
def test_help_says_how_a_script_is_called_and_what_it_does(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = import_module(f"bench.{name}.__main__")
    monkeypatch.setattr(sys, "argv", ["__main__.py", "--help"])
    with pytest.raises(SystemExit) as ended:
        script.main()
    said = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 0
    assert said.startswith(f"usage: bench.{name} ")
    assert (script.__doc__ or "?").splitlines()[0] in said
