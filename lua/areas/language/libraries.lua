-- What this dialect adds to the libraries math, string and table of a mod.

local import = ...

local M = {}

local libraries = {
  math = import "areas/language/math", string = import "areas/language/string", table = import "areas/language/table",
}

-- Adds the functions of this dialect to the libraries of an environment, except those that another dialect has added.
function M.extend(env)
  for name, functions in next, libraries do
    local library = env[name]
    for function_name, fn in next, functions do
      if library[function_name] == nil then
        rawset(library, function_name, fn)
      end
    end
  end
end

return M
