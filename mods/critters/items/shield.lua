-- Takes what comes from ahead, three times; then it breaks.

local StoreTinker = require "@tinkers.storetinker"

local Shield = class("Shield", Item)
Shield.slot = InventorySlots.body
Shield.glyph, Shield.colour = "]", "cyan"

local shield

shield = Shield(StoreTinker(function(tinker)
  return {
    {
      "defence",
      {
        function(event)
          local actor, blow = event.actor, event.action
          if blow.direction and actor.orientation:equals(-blow.direction) and blow.attack.damage > 0 then
            blow.attack.damage = 0
            event.propagate = false
            local left = (tinker:getStore(actor) or 3) - 1
            tinker:setStore(actor, left)
            if left == 0 then
              tinker:removeStore(actor)
              actor:removeItem(shield)
            end
          end
        end,
        Ranks.LOW,
      },
    },
  }
end))

return shield
