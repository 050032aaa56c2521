"""Planning with a model: subtopics, insights and queries, until a scenario is complete."""
