"""The toolbox of generators, which mods get with `require "host.toolbox"`; its Lua half is lua/toolbox."""

from host.dialects.toolbox import placement, plans, searches
from host.dialects.toolbox.ground import TOOLBOX

__all__ = ["TOOLBOX", "placement", "plans", "searches"]
