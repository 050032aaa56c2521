"""Assigns insights to the documents of a scenario, within exact bounds."""
