-- Tries: to require what Lua, Python and the host have loaded.
-- Ends: 0 "nothing"
for _, name in ipairs {
  "io", "os", "debug", "package", "_G", "string", "python", "ffi", "lupa", "core/sandbox/budget", "host.budget", "host.boot",
  "core/boot", "kts/init", "host.python", "host.host/blame", "host.../core/sandbox/budget", "mod.host.budget", "=[host]",
} do
  local ok, found = pcall(require, name)
  if ok then print("found " .. name) end
end
print("nothing")
