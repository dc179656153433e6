"""The debugger of mods: breakpoints, steps in both directions, variables; for editors and for a terminal."""
