"""Mods as folders: finding them, reading their manifests, putting them in order, reading their files."""
