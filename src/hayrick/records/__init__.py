"""Read and write the nouns: haystacks, labels, rows of a run directory, manifests, TREC files."""
