-- Tries: every function of Lua that opens, writes or removes a file, or starts a program.
-- Ends: 0 "nothing"
for _, code in ipairs {
  "io.open('x', 'w')", "io.lines('/etc/passwd')", "io.popen('id')", "io.read()", "io.write('x')", "io.output('x')",
  "io.tmpfile()", "os.execute('id')", "os.remove('x')", "os.rename('x', 'y')", "os.tmpname()", "os.getenv('HOME')",
  "os.exit(0)", "loadfile('/etc/passwd')", "package.loadlib('x', 'y')", "package.searchpath('x', '/?')",
} do
  if pcall(load("return " .. code)) then print("found: did " .. code) end
end
print("nothing")
