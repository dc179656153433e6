-- IActivity and Activity: what charas do for many turns.
return [==[
module "api.IActivity": IActivity -- local

module "api.Activity": Activity -- local

class IActivity: IObject -- required, named
  What a chara does for many turns, such as digging. Its entry may have functions on_start, on_pass_turns, on_finish,
  on_interrupt and on_cleanup, which get the activity and `{ chara = … }`; the events base.on_activity_start … follow.
  = require("api.Activity").create(data["base.activity"][_MOD_ID .. ".nap"] or data:add { _type = "base.activity",
      _id = "nap", animation_wait = 0, on_interrupt = "stop" })

IActivity.params: table
  Its params, as its entry declares them.

IActivity.turns: number?
  The number of turns that are left.

class Activity -- required
  What charas do for many turns, from `require "api.Activity"`.

Activity.create(id: string | DataEntry, params: table?): IActivity -- game
  Creates an activity that no chara does; chara:start_activity starts one.
  - params: its params, as its entry declares them
  ! There must be a base.activity of that id, and `params` must match its declaration
  > data:add { _type = "base.activity", _id = "dig", animation_wait = 0, on_interrupt = "stop",
  >   params = { depth = types.number } }
  > print(require("api.Activity").create("dig", { depth = 3 }).params.depth) --> 3
]==]
