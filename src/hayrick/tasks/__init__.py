"""Benchmarks as `Task` values, one folder each. A task connects items, prompt, parser, measures, judges and systems."""
