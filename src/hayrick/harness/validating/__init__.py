"""Judges and metrics against people, and on texts whose right verdict is known."""
