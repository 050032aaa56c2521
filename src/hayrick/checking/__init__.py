"""Checks which insights documents state, and whether this agrees with their haystack; behind `hayrick verify`."""
