"""Commands that list and show what mods have."""
