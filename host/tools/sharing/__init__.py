"""Making an index of mods, with a page for each; the mods run in the sandbox, for their pages alone."""
