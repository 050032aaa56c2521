"""Reads and writes haystacks: native, SummHay, Parquet and hub formats, stored labels, and TREC files."""
