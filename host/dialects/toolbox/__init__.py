"""The toolbox of generators, which mods get with `require "host.toolbox"`; its Lua half is lua/toolbox."""
