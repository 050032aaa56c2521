"""Metrics against people: correlations at three levels, what people reach themselves, differences, and choices."""
