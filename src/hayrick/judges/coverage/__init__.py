"""Judges how far a summary covers each insight: `local` with rules, `model` by asking a language model."""
