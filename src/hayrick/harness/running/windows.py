"""Keeps a run directory where another context window would change nothing that a model is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from hayrick.asking import Window
from hayrick.harness.running.judged import PreparedTask
from hayrick.records.manifest import any_manifest
from hayrick.records.outputs import MANIFEST
from hayrick.systems.model import ModelSystem
from hayrick.types import BadInput


def windows(prepared: Sequence[PreparedTask]) -> dict[str, object]:
    """Model -> its context window, or None, as the manifest of a run has them."""
    return {one.model: one.window and asdict(one.window) for _, one in _systems(prepared)}


def keep_windows(folder: Path, prepared: Sequence[PreparedTask]) -> None:
    """Give systems the windows with which the run of a directory began, if that changes no prompt.

    A window may be added or changed later, in a price file or by an option: a run whose prompts all fit goes on as it
    was.

    Args:
        folder: directory of the run, which may not exist.
        prepared: its tasks; the windows of their systems are changed.

    Raises:
        BadInput: a prompt would be another one, or would be sent no more, or only now.
    """
    path = folder / MANIFEST
    had = _had(any_manifest(path)) if path.exists() else {}
    for task, system in _systems(prepared):
        before = had.get(system.model, system.window)
        if before == system.window:
            continue
        if n := system.with_window(before, task.items):
            what = f"window of {system.model}: {_told(before)}, now {_told(system.window)}"
            found = f"holds a run of another command ({what}, which changes {n} of its prompts)"
            cure = "Choose another --out, or give the window of that run, by --window-tokens or in the price file."
            raise BadInput(str(folder), found, "the same command", cure)


def _systems(prepared: Sequence[PreparedTask]) -> Iterator[tuple[PreparedTask, ModelSystem[object, object]]]:
    return ((one, system) for one in prepared for _, system in one.systems if isinstance(system, ModelSystem))


def _had(manifest: object) -> Mapping[str, Window | None]:
    """The windows in a manifest; one that is damaged has none, and is that of another command."""
    match manifest:
        case {"parameters": {"systems": {"windows": dict(found)}}}:
            return {model: _window(one) for model, one in found.items()}
    return {}


def _window(given: object) -> Window | None:
    match given:
        case {"tokens": int(tokens), "cut": bool(cut)}:
            return Window(tokens=tokens, cut=cut)
    return None


def _told(window: Window | None) -> str:
    return "none" if window is None else f"{window.tokens:,} tokens{', cut' if window.cut else ''}"
