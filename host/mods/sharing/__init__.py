"""Installing mods: archives and indexes of them, which come from strangers. Nothing of a mod runs here."""
