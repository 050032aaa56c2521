"""A run before it is made: its calls, cost and time, its first prompt, and what it can show."""
