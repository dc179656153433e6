"""The kts dialect."""
