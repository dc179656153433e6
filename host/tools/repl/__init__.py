"""The REPL: lines of Lua at the start of a game, in a sandboxed child that survives them."""
