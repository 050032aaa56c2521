"""The scenarios that ship with the package, from which haystacks are made: see docs/evidence/data_card.md."""
