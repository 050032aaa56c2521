"""Haystacks as files: native, SummHay, Parquet and the hub; the labels and TREC files that go with them."""
