"""Tools for authors of mods: reference, REPL, origins of things, profiles, the debugger."""
