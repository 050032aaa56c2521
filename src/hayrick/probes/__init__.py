"""Texts whose right verdict is known: insights word for word, reworded, faulty, denied, or left out.

A judge that is asked about them shows where it can be trusted (`hayrick probe`). The rules that make them and the
wordings that they use know nothing of any judge.
"""

from hayrick.probes.cases import Case, cases
from hayrick.probes.catalogue import PROBES
from hayrick.probes.probe import KINDS, Probe

__all__ = ["KINDS", "PROBES", "Case", "Probe", "cases"]
