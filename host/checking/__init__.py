"""What is wrong with mods that loading them alone does not tell; it runs where the mods run."""
