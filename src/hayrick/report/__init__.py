"""Rows to what people read; knows no task."""
