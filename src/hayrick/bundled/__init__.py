"""What ships as files: scenarios (docs/evidence/data_card.md), the demo's haystack, names that shells complete."""
