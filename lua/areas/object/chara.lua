-- IChara: the methods of charas.

local import = ...
local arguments = import "areas/arguments"
local objects = import "areas/object/instances"
local party = import "areas/object/party"
local session = import "areas/session"
local signatures = import "core/border/signatures"

local of = objects.of

local methods = {}

-- Hours until a dead citizen respawns.
local RESPAWN_HOURS = 48

function methods.is_player(self)
  of(self, "is_player")
  return rawequal(session.game.player, self)
end

function methods.is_in_player_party(self)
  of(self, "is_in_player_party")
  return party.contains(self)
end

function methods.is_ally(self)
  of(self, "is_ally")
  return party.contains(self) and not rawequal(session.game.player, self)
end

function methods.recruit_as_ally(self)
  of(self, "recruit_as_ally")
  return party.add(self)
end

function methods.leave_party(self)
  of(self, "leave_party")
  return party.remove(self)
end

function methods.is_alive(self)
  of(self, "is_alive")
  return party.is_alive(self)
end

function methods.kill(self)
  local fields = of(self, "kill").fields
  if not party.is_alive(self) then
    return false
  end
  fields.state, fields.hp = "Dead", 0
  fields.respawn_date = session.game.seconds // 3600 + RESPAWN_HOURS
  objects.emit(self, "base.on_chara_killed")
  return true
end

function methods.revive(self)
  local fields = of(self, "revive").fields
  fields.state, fields.respawn_date, fields.hp = "Alive", nil, fields.max_hp
end

function methods.heal_to_max(self)
  local fields = of(self, "heal_to_max").fields
  fields.hp = fields.max_hp
end

local all_methods = arguments.merge(
  methods, import("areas/object/object").methods, import("areas/object/carrier").methods)
for _, name in next, { "ILocation", "ICarrier", "IChara" } do
  signatures.apply("areas", name, all_methods)
end
objects.set_methods("base.chara", all_methods)

return { methods = all_methods }
