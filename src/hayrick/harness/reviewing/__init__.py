"""Finished runs, read again: reports, comparisons, gates, figures, pages and sheets for people."""
