"""Haystacks made from scenarios: it is known which document states which insight, and where."""
