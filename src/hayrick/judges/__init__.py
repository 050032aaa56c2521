"""Judges, which decide whether an insight is covered, and rules to combine the verdicts of several judges."""
