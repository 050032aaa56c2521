"""Run directories: each belongs to one command, stores every call, and is marked when it is complete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from hayrick.harness.storage.journal import Journal
from hayrick.harness.storage.journal_file import FILE as CALLS
from hayrick.harness.storage.locks import FolderLock
from hayrick.records import manifest
from hayrick.records.outputs import MANIFEST
from hayrick.types import NOTHING, HayrickError


@dataclass(slots=True, kw_only=True)
class RunFolder:
    """The folder a command writes to, or none.

    Args:
        path: the folder; None to write nothing.
        command: name of the subcommand.
        parameters: everything that the results depend on, including data fingerprints.
        sources: paths of the inputs.
        journal: finished calls, in memory until `keep_calls`.
        told: what the command tells its user besides the rows of its files, for the manifest.
        further: names of files of results that only some tasks have.
    """

    path: Path | None
    command: str
    parameters: Mapping[str, object]
    sources: Sequence[str] = ()
    journal: Journal = field(default_factory=lambda: Journal(None))
    told: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    further: Sequence[str] = ()
    is_taken: bool = field(default=False, init=False)
    """Whether the folder is this command's, and no other run has it open."""

    _lock: FolderLock = field(default_factory=FolderLock, init=False)

    def take(self) -> None:
        """Reserve the folder for this command, until `release`.

        Raises:
            BadInput: the folder belongs to another command, or to a run in progress.
        """
        if self.path is not None:
            is_new = not self.path.exists()
            # What `claim` finds must still be so when it writes.
            self._lock.take(self.path)
            try:
                manifest.claim(self.path, self.command, self.parameters, self.sources)
            except HayrickError:
                if is_new:
                    with suppress(OSError):  # It is empty, unless it is another command's.
                        self.path.rmdir()
                raise
            self.is_taken = True

    def release(self) -> None:
        """Close the journal, and let other runs use the folder."""
        self.journal.close()
        self._lock.release()

    def read_calls(self) -> None:
        """Open the calls that an earlier run of this command left, if there are any; the folder stays as it is.

        Raises:
            BadInput: the folder belongs to a run in progress.
        """
        if self.path is not None and (self.path / CALLS).exists():
            self.journal.open_in(self.path)

    def keep_calls(self) -> None:
        """Reserve the folder, and store finished calls there from now on.

        Raises:
            BadInput: the folder belongs to another command, or to a run in progress.
        """
        if self.path is not None:
            self.take()
            self.journal.open_in(self.path)

    @contextmanager
    def results(self) -> Iterator[Path | None]:
        """Reserve the folder, yield it for writing results, then mark it as complete; yields None without a folder."""
        if self.path is None:
            yield None
            return
        self.take()
        yield self.path
        manifest.finish(self.path, self.command, self.parameters, self.sources, self.told, self.further)


@contextmanager
def run_folder(
    path: Path | None,
    command: str,
    parameters: Mapping[str, object],
    sources: Sequence[str] = (),
    journal: Journal | None = None,
    worthless: Sequence[str] = (),
) -> Iterator[RunFolder]:
    """Open the run directory of a command; raises before any work if the directory cannot be used.

    A directory that this command made and in which an error left nothing of worth goes again, so that it stands in no
    other command's way.

    Args:
        path: the folder; None writes nothing.
        command: see `RunFolder`.
        parameters: see `RunFolder`.
        sources: see `RunFolder`.
        journal: to keep calls in; a new one by default.
        worthless: names of files that are nothing of worth besides the manifest and an empty journal.

    Raises:
        BadInput: the directory belongs to another command, contains results of unknown origin, or is a file.
    """
    if path is not None:
        manifest.require_free(path, command, parameters, sources)
        path = path.absolute()
    folder = RunFolder(
        path=path, command=command, parameters=parameters, sources=sources, journal=journal or Journal(None)
    )
    is_new = path is not None and not path.exists()
    try:
        yield folder
    except HayrickError:
        folder.journal.close()
        if path is not None and is_new and folder.is_taken and not folder.journal.calls:
            _withdraw(path, worthless)
        raise
    finally:
        folder.release()


def _withdraw(folder: Path, worthless: Sequence[str]) -> None:
    """Remove a folder unless anything else lies in it, such as logs."""
    if not folder.is_dir() or {one.name for one in folder.iterdir()} - {MANIFEST, CALLS, *worthless}:
        return
    with suppress(OSError):
        for one in list(folder.iterdir()):
            one.unlink()
        folder.rmdir()
