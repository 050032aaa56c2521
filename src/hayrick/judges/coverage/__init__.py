"""Judges how far a summary covers each insight: `local` without a model, `model` by asking one."""
