-- Variables of functions, given the values that they had: by functions that share them, which takes a tenth of the time
-- of debug.getupvalue for each.

-- Variables that a function shares at most: it may have 255, and needs a few of its own.
local MOST = 150
local LINE = [[
  if is_careful and not rawequal(v@, values[@]) or not is_careful and v@ ~= values[@] then
    v@ = values[@]
  end]]
local TEXT = [[
local %s
local rawequal, values = ...
return function(is_careful)
  %s
end]]

-- Returns a function that restores at most MOST variables.
local function make_part(variables)
  local names, lines, values = {}, {}, {}
  for i = 1, #variables do
    names[i], lines[i], values[i] = "v" .. i, (LINE:gsub("@", i)), variables[i].value
  end
  local text = TEXT:format(table.concat(names, ", "), table.concat(lines, "\n  "))
  local restore = load(text, "=[host]/core/variables.lua", "t", {})(rawequal, values)
  local i, name = 1, debug.getupvalue(restore, 1)
  while name do
    local variable = variables[tonumber(name:match "^v(%d+)$")]
    if variable then
      debug.upvaluejoin(restore, i, variable.fn, variable.number)
    end
    i = i + 1
    name = debug.getupvalue(restore, i)
  end
  return restore
end

-- Returns restore(is_careful), which gives variables their values. A variable is described by a function `fn` that uses
-- it, its number in that function, and its value. `is_careful`: values may claim by __eq that they are equal.
return function(variables)
  local parts = {}
  for first = 1, #variables, MOST do
    parts[#parts + 1] = make_part(table.move(variables, first, first + MOST - 1, 1, {}))
  end
  return function(is_careful)
    for i = 1, #parts do
      parts[i](is_careful)
    end
  end
end
