-- require "host.survey": metrics that mods write in Lua, for surveys.

local import, py = ...
local errors = import "core/errors"
local text = import "core/sandbox/text"
local typos = import "core/typos"
local proxies = import "core/sandbox/proxies"

local M = { name = "survey" }

local FIELDS = typos.names("id measure help")

-- Index of a metric's prototype -> its function.
local metrics = {}

function M.of(mod)
  if not mod.survey then
    mod.survey = proxies.dotted("host.survey", {
      metric = function(t)
        local file, line = errors.where()
        local index = py.survey_metric(mod.number, file, line, t)
        typos.check(t, FIELDS, "survey.metric")
        metrics[index] = t.measure
      end,
    })
  end
  return mod.survey
end

-- Measures a map of the running game: { number, width, height }. Returns a number, or nil where the metric has none.
function M.measure(index, ...)
  -- Imported here, so that mods without the toolbox load faster.
  local value = errors.call(metrics[index], import("toolbox/host_map").new({ ... }))
  if value ~= nil and type(value) ~= "number" then
    errors.raise("measure returned " .. text.shown(value) .. ": must return a number, or nil for none")
  end
  return value
end

return M
