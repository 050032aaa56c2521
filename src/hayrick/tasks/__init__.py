"""Benchmarks as values: a folder each, wired from items, prompt, parser, measures, judges and systems."""
