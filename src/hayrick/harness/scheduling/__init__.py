"""Jobs, the order in which they begin, and the implementations of `Ask` that answer them."""
