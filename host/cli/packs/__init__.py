"""Commands about the files of mods: what a folder is locked to, archives for others, and answers to agents."""
