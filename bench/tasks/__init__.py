"""Scripts that measure tasks of HELMET and ETHIC, and run all with small models."""
