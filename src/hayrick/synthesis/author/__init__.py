"""Writes reports and conversations with a model; they are checked, repaired in rounds and recorded."""
