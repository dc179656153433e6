"""Where things come from: `explain` says which mods, files and lines registered, changed and placed something."""

from host.tools.provenance.explanation import Cause, explain

__all__ = ["Cause", "explain"]
