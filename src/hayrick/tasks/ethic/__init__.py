"""ETHIC's tasks. Source: Lee et al. (2025), ETHIC: Evaluating Large Language Models on Long-Context Tasks."""
