"""Turns the rows of runs into tables and exports, for any task."""
