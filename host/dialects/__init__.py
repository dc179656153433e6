"""What mods can call: one package a dialect, with names, argument checks and documentation, and no algorithms."""
