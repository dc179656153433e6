"""The version of the host."""

__version__ = "0.2.0"
