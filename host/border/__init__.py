"""The only package that knows lupa: Lua states, limits, and values across the border."""
