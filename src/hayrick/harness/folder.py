"""A run directory from claim to finish: it belongs to one command, keeps every call, and says when it is complete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from hayrick.harness.journal import FILE as CALLS
from hayrick.harness.journal import Journal
from hayrick.records import manifest


@dataclass(slots=True, kw_only=True)
class RunFolder:
    """What a command writes into, or nothing at all where no folder was named.

    Args:
        path: the folder; None writes nothing.
        command: the subcommand's name.
        parameters: everything that the results depend on, data fingerprints included.
        sources: where the inputs lie.
        journal: finished calls; in memory until `keep_calls`.
    """

    path: Path | None
    command: str
    parameters: Mapping[str, object]
    sources: Sequence[str] = ()
    journal: Journal = field(default_factory=lambda: Journal(None))

    def take(self) -> None:
        """Take the folder before there are results.

        Raises:
            BadInput: the folder belongs to another command.
        """
        if self.path is not None:
            manifest.claim(self.path, self.command, self.parameters, self.sources)

    def keep_calls(self) -> None:
        """Take the folder, and keep finished calls there from now on.

        Raises:
            BadInput: the folder belongs to another command, or to a run that goes on.
        """
        if self.path is not None:
            self.take()
            self.journal.open_in(self.path)

    def withdraw(self, names: Sequence[str]) -> None:
        """Remove the folder, in which nothing is kept but these files: it stands in no other command's way."""
        self.journal.close()
        if self.path is None:
            return
        with suppress(OSError):
            for name in (manifest.MANIFEST, CALLS, *names):
                (self.path / name).unlink(missing_ok=True)
            self.path.rmdir()

    @contextmanager
    def results(self) -> Iterator[Path | None]:
        """Take the folder for writing results, and mark it as complete after; None where nothing is written."""
        if self.path is None:
            yield None
            return
        self.take()
        yield self.path
        manifest.finish(self.path, self.command, self.parameters, self.sources)


@contextmanager
def run_folder(
    path: Path | None,
    command: str,
    parameters: Mapping[str, object],
    sources: Sequence[str] = (),
    journal: Journal | None = None,
) -> Iterator[RunFolder]:
    """A run directory that the command may have; a place that it may not have is refused before any work.

    Raises:
        BadInput: the directory belongs to another command, holds results of unknown origin, or is a file.
    """
    if path is not None:
        manifest.require_free(path, command, parameters, sources)
    folder = RunFolder(
        path=path, command=command, parameters=parameters, sources=sources, journal=journal or Journal(None)
    )
    try:
        yield folder
    finally:
        folder.journal.close()
