"""Judges: what decides whether a summary says what it should."""
