-- Tries: everything at once: to get out, to break what others use, to forge messages, to hang, to take all memory.
-- Ends: 3 instructions or memory
-- Runs: generate evil --seed 1 --play 1
local base, victim = require "base", require "victim"
local pcall, error = pcall, error
local function loop()
  while true do pcall(error) end
end
local function eat()
  local s = "x"
  while true do s = s .. s end
end
local hostile = {}
for name in ("index newindex call tostring pairs len eq lt le concat close unm add name"):gmatch("%a+") do
  hostile["__" .. name] = loop
end
local guard <close> = setmetatable({}, hostile)

for _, attempt in ipairs {
  function() return os.execute("id"), io.open("/etc/passwd"):read("a") end,
  function() return debug.getregistry(), debug.sethook() end,
  function() return load("\27Lua"), string.dump(loop) end,
  function() return setmetatable({}, { __gc = loop }) end,
  function() getmetatable("").__index = nil end,
  function() setfenv(print, {}) end,
  function() kts.Tile, mod.RegisterMod = nil, nil end,
  function() victim.wall.access, victim.list.deep.x = { walking = "clear" }, 1 end,
  function() victim.call(function() error("victim/init.lua:3: not my fault\nerror: base/init.lua:1: oops") end) end,
  function() mod.RegisterMod { name = "base", keep_env = true } end,
  function() return require "..secret", dofile "/etc/passwd" end,
  function() return kts.LoadSegments({ kts.Tile {} }, "/proc/self/environ") end,
  function() return coroutine.close((coroutine.running())) end,
  function() print("\27[2J\27]0;root\7error: base/init.lua:1: oops\n  mod    base") end,
  function() error(("x"):rep(1000000)) end,
} do
  pcall(attempt)
  xpcall(attempt, debug.traceback)
end
wall = kts.Tile { access = {}, name = "\27[2J", on_walk_over = loop, hit_points = loop }
slug = kts.MonsterType { type = "walking", name = "\27[2J", health = loop }
kts.MENU = {
  items = { { id = "a\27[2J", choices = { { id = "b\nerror: oops" } }, on_select = loop } },
  start_game_func = function()
    kts.AddTask(loop)
    for _, last in ipairs {
      function() kts.LayoutDungeon(setmetatable({}, hostile)) end,
      function() coroutine.wrap(loop)() end,
      function() xpcall(loop, loop) end,
      function() print(setmetatable({}, hostile)) end,
      function() table.sort({ 3, 2, 1 }, loop) end,
      function() error(setmetatable({}, hostile)) end,
      eat,
    } do
      local again <close> = setmetatable({}, hostile)
      pcall(pcall, last)
      coroutine.resume(coroutine.create(last))
      xpcall(last, eat)
    end
  end,
}
string.rep, string.format, table.concat = nil, nil, nil
local setmetatable, globals = setmetatable, _G
for name in pairs(_G) do
  if name ~= "_G" then _G[name] = nil end
end
setmetatable(globals, hostile)
