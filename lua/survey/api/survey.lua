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
  +   id = "regions",
  +   help = "parts of the map that no way connects",
  +   measure = function(map)
  +     return #require("host.toolbox").regions(map).sizes
  +   end,
  + }

record MetricFields
  The argument of metric.
  id: string, a name of letters, digits and _
  measure: fun(map: toolbox.HostMap): number?, receives a map for the toolbox, and returns a number or nil
  help: string?, a short description
]==]
