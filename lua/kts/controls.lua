-- What the first player of a game of kts can do: steps and deeds, which Python knows, and the controls of mods. These
-- are in kts.CONTROLS, and in the field `control` of items that the knight carries and of tiles in its reach.

local import, py = ...
local functions = import "core/border/functions"
local handles = import "core/border/handles"
local offers = import "core/game/offers"
local table_cache = import "core/border/table_cache"
local tasks = import "kts/tasks"
local text = import "core/sandbox/text"
local values = import "core/border/values"
local variables = import "kts/variables"

-- Before the ids of controls.
local PREFIX = "control:"

-- The control in the field of a tile or an item; a tile may have a function of its position.
local function control_of(thing, mod)
  local control = handles.fields(thing.of).control
  if values.is_callable(control) and thing.pos then
    local pos = { x = thing.pos.x, y = thing.pos.y }
    control = tasks.ask(function()
      return control(pos)
    end, thing.context, "control", mod)
  end
  return control
end

local function name_of(fields)
  local name = fields.name_key
  return text.tostring(type(name) == "table" and name.key or name or "control")
end

-- The controls that the player has: id -> { fields, context, mod }, and the ids in order.
local function collect(described)
  local found, ids, seen = {}, {}, {}
  local function add(control, context, mod)
    if handles.open(control) ~= "control" or seen[control] then
      return
    end
    seen[control] = true
    local fields = handles.fields(control)
    local id = PREFIX .. name_of(fields):lower():gsub("[^%w]+", "_")
    local unique, number = id, 1
    while found[unique] do
      number = number + 1
      unique = id .. "_" .. number
    end
    found[unique], ids[#ids + 1] = { fields = fields, context = context, mod = mod }, unique
  end
  local general = variables.get "CONTROLS"
  local owner = variables.owner_of "CONTROLS"
  if table_cache.is_table(general) then
    for i = 1, table_cache.length(general) do
      add(general[i], described.context, owner)
    end
  end
  for _, thing in ipairs(described.things) do
    add(control_of(thing, owner), thing.context, owner)
  end
  return found, ids
end

-- Why a control cannot be used now: what the host said to the mod, if that asked; nil when it can be used.
local function why_not(control)
  local possible = control.fields.possible
  if possible == nil then
    return nil
  end
  py.kts_why_not() -- what others asked
  if tasks.ask(possible, control.context, "possible", control.mod) then
    return nil
  end
  return py.kts_why_not() or "the mod " .. (control.mod or "of the game") .. " does not allow it now"
end

local function list()
  local described = py.kts_player_actions()
  if not described then
    return {}
  end
  local rows = {}
  for i, row in ipairs(described.rows) do
    rows[i] = { id = row[1], text = row[2], reason = row[3] }
  end
  local found, ids = collect(described)
  for _, id in ipairs(ids) do
    local control = found[id]
    rows[#rows + 1] = { id = id, text = name_of(control.fields), reason = why_not(control) }
  end
  return rows
end

local function settle(...)
  functions.do_pending(py.kts_pending())
  return ...
end

local function act(id, acts_itself)
  if id:sub(1, #PREFIX) ~= PREFIX then
    return settle(py.kts_act(id, acts_itself))
  end
  local described = py.kts_player_actions()
  local control = described and collect(described)[id]
  if not control then
    return nil
  end
  if control.fields.action then
    tasks.run_now(control.fields.action, control.context, described.now, "action", control.mod)
  end
  return settle(0)
end

offers.add {
  list = list,
  act = act,
  decide = function(mode)
    return py.kts_decide(mode)
  end,
  arrive = function()
    py.kts_arrive()
    settle()
  end,
}

return {}
