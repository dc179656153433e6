"""Commands for authors of mods who look into something."""
