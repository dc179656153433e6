"""The programs in `examples`."""
