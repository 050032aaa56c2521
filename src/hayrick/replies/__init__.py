"""Models' replies: JSON, bullets, and citations in text, found tolerantly and in bounded time."""
