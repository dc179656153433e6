-- Retry, then grow: each size of dungeon gets a number of attempts, then the next larger one is tried.
local ATTEMPTS = 25

-- What LayoutDungeon is given; only the layout and the special segments change between attempts.
local request = {
  wall = wall_stone,
  horiz_door = { door_wood_h, floor_stone },
  vert_door = { door_wood_v, floor_stone },
  segments = standard_segments,
}

-- These report failure with an error where LayoutDungeon sets the variable; both only cost an attempt.
local function attempt_to(place, ...)
  local ok, message = pcall(place, ...)
  if not ok then
    kts.DUNGEON_ERROR = tostring(message)
  end
  return ok
end

local function add_items()
  for _, entry in ipairs(plan.items) do
    if not attempt_to(kts.AddItem, entry[1], entry[2], entry[3]) then
      return false
    end
  end
  return true
end

local function is_taken(home)
  for _, player in ipairs(kts.GetAllPlayers()) do
    local own = kts.GetHomeFor(player)
    if own and own.x == home.x and own.y == home.y then
      return true
    end
  end
  return false
end

-- The special exit of a guarded exit, or a home that nobody starts from.
local function choose_exit()
  local special = plan.exit == "guarded"
  if not special and plan.exit ~= "random" then
    return true
  end
  local free = {}
  for _, home in ipairs(kts.GetAllHomes()) do
    if special == (home.tile.special_exit == true) and (special or not is_taken(home)) then
      free[#free + 1] = home
    end
  end
  if #free == 0 then
    kts.DUNGEON_ERROR = "the dungeon has no home left for a way out"
    return false
  end
  plan.exit_home = one_of(free)
  return true
end

local function attempt(layout)
  kts.WipeDungeon()
  request.layout = layout
  for i, segments in ipairs(plan.specials) do
    request.special_segments[i] = one_of(segments)
  end
  kts.LayoutDungeon(request)
  if kts.DUNGEON_ERROR then
    return
  end
  kts.GenerateLocksAndTraps(plan.keys, plan.traps)
  if not add_items() then
    return
  end
  if plan.stuff then
    kts.AddStuff(plan.stuff)
  end
  if plan.monsters then
    add_monsters(plan.monsters, layout.cells)
  end
  -- Without keys nothing is locked, and the check would leave lockpicks that open nothing.
  if choose_exit() and plan.keys > 0 then
    attempt_to(kts.ConnectivityCheck, plan.keys, lockpicks)
  end
end

-- Makes the dungeon of the plan. When even the largest one cannot hold it, kts.DUNGEON_ERROR says why.
function generate_dungeon()
  request.entry_type = plan.entry
  request.special_segments = {}
  local wanted = layouts[plan.dungeon]
  local size = wanted
  while size do
    for _ = 1, ATTEMPTS do
      attempt(size.func())
      if not kts.DUNGEON_ERROR then
        if size ~= wanted then
          kts.PrintLoc("This quest did not fit into a " .. wanted.name .. " dungeon. It takes place in a "
            .. size.name .. " one.")
        end
        return
      end
    end
    size = layouts[size.next]
  end
end
