"""Files of the LDtk editor: dungeons and segments as levels."""
