"""Completes a scenario with a model that plans subtopics, insights and queries."""
