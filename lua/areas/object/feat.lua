-- IFeat: the methods of feats.

local import = ...
local instance_classes = import "areas/instance_classes"
local objects = import "areas/object/object_states"
local passages = import "areas/travel/passages"
local session = import "areas/session"

local methods = {}

function methods.activate(self, chara)
  objects.of(self, "activate")
  chara = chara == nil and session.game.player or chara
  objects.emit(self, "base.on_feat_activated", { chara = chara })
  local has_callback, result = objects.call_back(self, "on_activate", { chara = chara })
  if has_callback then
    return result ~= false
  end
  return passages.use(self)
end

instance_classes.add_methods(objects.methods["base.feat"], { "IFeat" }, methods, import("areas/object/object").methods)

-- `activate` is the method without checks of its arguments, because an entity may use a feat, too.
return { methods = methods, activate = methods.activate }
