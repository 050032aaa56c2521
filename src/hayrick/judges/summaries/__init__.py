"""Judges of summaries: key points found, sentences supported, fluency."""
