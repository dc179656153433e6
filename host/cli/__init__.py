"""The command-line program: one file a command, no logic."""
