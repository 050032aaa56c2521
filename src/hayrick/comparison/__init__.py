"""Compares systems on the same items: differences with intervals and tests, and groups that cannot be told apart."""

from hayrick.comparison.groups import ALPHA, Group, groups
from hayrick.comparison.pair import Pair
from hayrick.comparison.pairs import Compared, compare
from hayrick.comparison.sides import Side, sides_of
from hayrick.comparison.suites import compare_suite

__all__ = ["ALPHA", "Compared", "Group", "Pair", "Side", "compare", "compare_suite", "groups", "sides_of"]
