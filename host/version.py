"""The version of dungeon-host."""

VERSION = "0.2.0"
