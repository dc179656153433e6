-- rooms: levels of rooms and hallways, with the classes of Codea.

Snare = class(Spikes)

function Snare:damageLo()
  return 1
end

function Snare:damageHi()
  return self.state == "up" and 2 or 1
end

local function lay_out()
  local runner = GameRunner(60, 30)
  runner:createLevel(7)
  for _ = 1, 5 do
    Snare(runner:getDungeon():randomRoomTile(1))
  end
  return runner
end

return { lay_out = lay_out }
