"""Drawing by weight."""
