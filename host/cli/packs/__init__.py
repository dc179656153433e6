"""Commands that hold on to the files of mods: what a folder is locked to, and archives for others."""
