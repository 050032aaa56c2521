"""HELMET's tasks. Source: Yen et al. (2025), HELMET: How to Evaluate Long-context Language Models."""
