"""The scenarios that ship with the package, from which haystacks are made: see docs/data_card.md."""
