-- The module Fs: files in the folder of a mod, which can be read, and names of files.

local import, py = ...
local iterators = import "areas/iterator/creation"
local patterns = import "core/sandbox/patterns"
local protect = import "core/sandbox/protect"
local proxies = import "core/sandbox/proxies"
local split = import("core/dialects").split

-- Texts of mods may be long.
local find, gsub, match, sub = patterns.find, patterns.gsub, patterns.match, string.sub

local M = {}

local MAX_NAME = 255

-- The functions of Fs for a mod.
function M.of(mod)
  local Fs = {}

  -- A path in the folder of the mod: paths may begin with mod/ID/.
  local function path_in_mod(path)
    local prefix = "mod/" .. mod.id .. "/"
    return sub(path, 1, #prefix) == prefix and sub(path, #prefix + 1) or path
  end

  -- Calls a function of Python with a path: its result; or nil and why there is none.
  local function ask(fn, path)
    local ok, result = protect.try(fn, mod.number, path_in_mod(path))
    if ok then
      return result
    end
    return nil, (gsub(tostring(result), "^[^\n]-:%d+: ", ""))
  end

  function Fs.exists(path)
    return py.has_file(mod.number, path_in_mod(path)) or ask(py.list_folder, path) ~= nil
  end

  function Fs.read_all(path)
    return ask(py.read_data_file, path)
  end

  function Fs.iter_directory_items(path)
    local joined, why = ask(py.list_folder, path)
    if not joined then
      return nil, why
    end
    return iterators.of_list(split(joined))
  end

  function Fs.open(path)
    local content, why = ask(py.read_data_file, path)
    if not content then
      return nil, why
    end
    local at = 1
    local file = { close = function() end }
    function file.read(_, how)
      if how == "*a" or how == "a" then
        local rest = sub(content, at)
        at = #content + 1
        return rest
      elseif at > #content then
        return nil
      end
      local line, next_line = match(content, "^([^\n]*)\n?()", at)
      at = next_line
      return line
    end
    function file.lines()
      return file.read, file
    end
    return proxies.fixed("file", file)
  end

  function Fs.join(...)
    return (gsub(table.concat({ ... }, "/"), "//+", "/"))
  end

  function Fs.basename(path)
    local _, last = find(path, "^.*[^/\\]")
    return last and match(sub(path, 1, last), "^.*[/\\](.*)$") or sub(path, 1, last or 0)
  end

  function Fs.extension_part(path)
    return match(Fs.basename(path), "^.+%.([^.]*)$") or ""
  end

  function Fs.filename_part(path)
    local name = Fs.basename(path)
    return match(name, "^(.+)%.[^.]*$") or name
  end

  function Fs.convert_to_require_path(path)
    return (gsub(gsub(gsub(gsub(path, "\\", "/"), "%.lua$", ""), "/init$", ""), "/", "."))
  end

  function Fs.sanitize(name, replacement)
    replacement = replacement or ""
    local function replace()
      return replacement
    end
    name = gsub(gsub(name, '[%c/?<>\\:*|"]', replace), "^%.+$", replace)
    return sub(gsub(sub(name, 1, MAX_NAME), "[. ]+$", replace), 1, MAX_NAME)
  end

  return Fs
end

return M
