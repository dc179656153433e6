-- Metrics that mods write in Lua, for surveys.
return [==[
examples
  Examples run while a mod loads, with `survey = require "host.survey"`.

survey.metric(metric: MetricFields) -- within, load
  Register a metric. `dungeon-host survey` measures each dungeon with the metrics
  of all loaded mods, and has a column MOD.ID for it. A function that fails has
  no value.
  ! mods register metrics while they load
  + survey.metric {
  +   id = "longest_way",
  +   help = "steps from the entrance to the square furthest from it",
  +   measure = function(map)
  +     local toolbox = require "host.toolbox"
  +     local _, steps = toolbox.distances(map):furthest()
  +     return steps
  +   end,
  + }

record MetricFields
  The argument of metric.
  id: string, a name of letters, digits and _
  measure: fun(map: toolbox.HostMap): number?, receives a map for the toolbox, and returns a number or nil
  help: string?, a short description
]==]
