"""Hayrick in Python: what `import hayrick` offers, on objects, texts and paths; docs/guide/python.md shows it."""

from hayrick.api.collecting import Collection, collect
from hayrick.api.comparing import Compared, compare
from hayrick.api.making import Verification, load, synth, verify
from hayrick.api.result import Result
from hayrick.api.runs import run, score
from hayrick.api.texts import Citations, CitedBullet, Verdict, cite, judge

__all__ = [
    "Citations",
    "CitedBullet",
    "Collection",
    "Compared",
    "Result",
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
