"""Scripts that measure haystacks: how they are made, checked and collected."""
