"""What documents really state, and whether that is what their haystack records: the checks behind `hayrick verify`."""
