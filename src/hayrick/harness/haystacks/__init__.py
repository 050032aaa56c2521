"""Commands on haystacks without a run: making, collecting, verifying, converting, citing, retrieving."""
