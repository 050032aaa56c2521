"""What runs the pure parts: offline systems and judges."""
