"""Haystacks made from scenarios, and checked: which insights a document really states."""
