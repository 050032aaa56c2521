"""Models by their options: prices, budget, calls through the journal; users' own systems."""
