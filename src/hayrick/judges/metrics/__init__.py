"""Metrics of summaries: judges whose verdict is a number that needs no rubric."""
