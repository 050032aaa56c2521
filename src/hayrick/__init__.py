"""Hayrick measures whether a long-context language model or a RAG system reads everything it is given.

The names below are all that most programs need (docs/guide/python.md); each is imported when it is first used.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hayrick.api import (
        Citations,
        Collection,
        Compared,
        Result,
        Verdict,
        Verification,
        cite,
        collect,
        compare,
        judge,
        load,
        run,
        score,
        synth,
        verify,
    )
    from hayrick.protocols import Measure, Task
    from hayrick.types import Haystack

_PLACES = {
    **dict.fromkeys(
        ("load", "score", "judge", "cite", "collect", "synth", "verify", "run", "compare", "Result"), "hayrick.api"
    ),
    **dict.fromkeys(("Verdict", "Citations", "Collection", "Compared", "Verification"), "hayrick.api"),
    **dict.fromkeys(("Task", "Measure"), "hayrick.protocols"),
    "Haystack": "hayrick.types",
}

__all__ = [
    "Citations",
    "Collection",
    "Compared",
    "Haystack",
    "Measure",
    "Result",
    "Task",
    "Verdict",
    "Verification",
    "cite",
    "collect",
    "compare",
    "judge",
    "load",
    "run",
    "score",
    "synth",
    "verify",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """A public name, which is imported now."""
        if name not in _PLACES:
            raise AttributeError(f"module 'hayrick' has no attribute '{name}'")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(_PLACES[name]), name)
        return found


def __dir__() -> list[str]:
    """Public names."""
    return sorted({*globals(), *__all__})
