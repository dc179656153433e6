-- Writes a game to a save and reads it, chunk by chunk (see core/save/codecs).

local import, py = ...
local codecs = import "core/save/codecs"
local errors = import "core/errors"
local fields = import "core/save/fields"
local random = import "core/game/random"

local concat, sort = table.concat, table.sort
local ipairs, next = ipairs, next

local M = {}

-- The chunks of the file: kind → set of keys.
local saved = {}

local function add_saved(kind, key)
  saved[kind] = saved[kind] or {}
  saved[kind][key] = true
end

-- The chunks to write: a list of { codec, key, bytes }. Raises what cannot be saved.
local function encode_chunks(everything)
  codecs.reset_loose()
  codecs.each "begin"
  local chunks, index_of = {}, {}
  local function encode(codec)
    for _, key in ipairs(codec.keys(everything)) do
      local name = codec.kind .. "\0" .. key
      index_of[name] = index_of[name] or #chunks + 1
      chunks[index_of[name]] = { codec, key, codec.write and codecs.encode(codec, key) }
    end
  end
  for _, codec in codecs.all() do
    if codec.is_lasting then
      encode(codec)
    end
  end
  codecs.keep_loose()
  local count
  -- A loose object may refer to further ones.
  repeat
    count = codecs.count_loose()
    for _, codec in codecs.all() do
      if not codec.is_lasting then
        encode(codec)
      end
    end
  until codecs.count_loose() == count
  return chunks
end

-- Raises when one of the chunks cannot be saved: a list of { codec, key }.
function M.check(chunks)
  codecs.reset_loose()
  codecs.each "begin"
  for _, chunk in ipairs(chunks) do
    codecs.encode(chunk[1], chunk[2])
  end
end

-- The chunks of the file that are not needed any more: a list of { kind, key }. The time depends on changes, not on the
-- size of the file.
local function list_dropped()
  local list = {}
  for _, codec in codecs.all() do
    local keys = saved[codec.kind] or {}
    if codec.dropped then
      for _, key in ipairs(codec.dropped()) do
        list[#list + 1] = keys[key] and { codec.kind, key }
      end
    else
      for key in next, keys do
        list[#list + 1] = not codec.is_live(key) and { codec.kind, key } or nil
      end
    end
  end
  return list
end

-- Writes the game to the file; or, `in_memory`, all of it to where `read` finds it. Raises what cannot be saved, and
-- then the file is as it was.
function M.write(in_memory)
  local chunks, dropped, names = encode_chunks(in_memory), list_dropped(), {}
  for i, chunk in ipairs(dropped) do
    names[i] = chunk[1] .. "\0" .. chunk[2]
  end
  py.save_begin()
  for _, chunk in ipairs(chunks) do
    local codec, key, bytes = chunk[1], chunk[2], chunk[3]
    py.save_put(codec.kind, key, bytes or "", codec.map_number and codec.map_number(key) or -1)
  end
  py.save_commit(concat(names, "\1"), random.left(), in_memory)
  if not in_memory then
    for _, chunk in ipairs(dropped) do
      saved[chunk[1]][chunk[2]] = nil
    end
    for _, chunk in ipairs(chunks) do
      add_saved(chunk[1].kind, chunk[2])
    end
    codecs.each "settle"
  end
end

local load_codec

-- Sets the function that loads the codec for a kind of chunk that no loaded mod uses.
function M.on_unknown_chunk(fn)
  load_codec = fn
end

local function find_codec(kind)
  if not codecs.find(kind) then
    load_codec(kind)
  end
  return codecs.find(kind)
end

-- The chunks of the save in the order in which they are read: a list of { codec, key }.
local function list_chunks(in_memory)
  local chunks, has_game = {}, false
  for kind, key in py.save_open(in_memory):gmatch "(%a+)%z([^\1]*)\1" do
    local codec = find_codec(kind)
    if not (codec and (codec.make or codec.fill)) or codec.is_key and not codec.is_key(key) then
      errors.raise(("the save has a chunk %s %s: there is no such chunk"):format(kind, fields.shown(key)))
    end
    chunks[#chunks + 1] = { codec = codec, key = key }
    has_game = has_game or kind == "game"
  end
  if not has_game then
    errors.raise "the save has no chunk game"
  end
  sort(chunks, function(a, b)
    if a.codec ~= b.codec then
      return a.codec.order < b.codec.order
    elseif #a.key ~= #b.key then
      return #a.key < #b.key
    end
    return a.key < b.key
  end)
  return chunks
end

-- Replaces the running game by the one that was saved, in the file or `in_memory`.
function M.read(in_memory)
  local chunks, taken = list_chunks(in_memory), {}
  for _, chunk in ipairs(chunks) do
    local codec, key = chunk.codec, chunk.key
    if codec.write then
      chunk.head, chunk.decode_body = codecs.decode(py.save_get(codec.kind, key), codec.title(key))
    end
    if codec.check then
      codec.check(key, chunk.head, taken)
    end
  end
  codecs.each "leave"
  codecs.forget_loose()
  for _, step in ipairs { "make", "fill", "finish" } do
    for _, chunk in ipairs(chunks) do
      if chunk.codec[step] then
        chunk.codec[step](chunk.key, step == "make" and chunk.head or chunk.decode_body)
      end
    end
  end
  -- What was made may have drawn random numbers.
  py.save_streams()
  random.refresh()
  if in_memory then
    codecs.forget_loose()
  else
    saved = {}
    for _, chunk in ipairs(chunks) do
      add_saved(chunk.codec.kind, chunk.key)
    end
    codecs.keep_loose()
  end
  codecs.each("settle", in_memory)
end

-- Whether there is a file to save to.
function M.is_attached()
  return py.save_attached()
end

-- Raises when there is no save to read.
function M.need_save()
  py.save_needed()
end

function M.new_game()
  saved = {}
  codecs.new_game()
end

return M
