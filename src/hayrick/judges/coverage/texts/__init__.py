"""What one text says: its facts, where they stand, and what is denied or left open; imports `words` alone."""
