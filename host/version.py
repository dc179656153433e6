"""The version of dungeon-host."""

VERSION = "0.1.0"
