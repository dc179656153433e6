-- Writes a game to a save and reads it, chunk by chunk (see core/save/codecs).

local import, py = ...
local clock = import "core/game/clock"
local codecs = import "core/save/codecs"
local errors = import "core/errors"
local fields = import "core/save/fields"
local graph = import "core/save/graph"
local protect = import "core/sandbox/protect"
local random = import "core/game/random"
local references = import "core/save/references"
local stable_order = import "core/sandbox/stable_order"
local text = import "core/sandbox/text"

local M = {}

-- Writing -------------------------------------------------------------------------------------------------------------

-- The chunks of the file: kind → set of ids.
local saved_ids = {}

local function add_saved(kind, id)
  saved_ids[kind] = saved_ids[kind] or {}
  saved_ids[kind][id] = true
end

local function title_of(codec, id)
  return codec.title and codec.title(id) or codec.kind .. " " .. id
end

local function encode_state(codec, state)
  return codec.record and graph.encode(codec.record:write(state), references.refer_to_write, references.marked) or ""
end

-- Whether a chunk is being written: hooks of instances run then.
local is_encoding = false

-- The bytes of a chunk. Raises a text that names what cannot be saved.
local function encode(codec, id, state)
  fields.enter(title_of(codec, id))
  is_encoding = true
  local ok, bytes = protect.pcall(encode_state, codec, state)
  local is_ended, message = protect.pcall(references.end_visits)
  is_encoding = false
  return ok and is_ended and bytes or error(title_of(codec, id) .. " → " .. text.tostring(ok and message or bytes), 0)
end

local function begin_writing()
  if is_encoding then
    errors.raise "the game is being saved: serialize and deserialize cannot save it, too"
  end
  codecs.reset_loose()
  codecs.each "begin"
end

-- The chunks to write, by name: { kind, id, bytes, number of the map }. Raises what cannot be saved.
local function encode_chunks(everything)
  local chunks = {}
  local function encode_all(is_lasting)
    for _, codec in codecs.all() do
      local states = (codec.is_lasting or false) == is_lasting and (codec.changed or codec.live)(everything) or {}
      for _, id in ipairs(stable_order.sorted_keys(states)) do
        local number = codec.map_number and codec.map_number(states[id])
        chunks[codec.kind .. "\0" .. id] = { codec.kind, id, encode(codec, id, states[id]), number or -1 }
      end
    end
  end
  begin_writing()
  encode_all(true)
  codecs.mark_loose_lasting()
  -- A loose object may refer to further ones.
  repeat
    local count = codecs.count_loose()
    encode_all(false)
  until codecs.count_loose() == count
  return chunks
end

-- Raises when a map, given by its state, cannot be saved; or, `with_others`, what any save has beside maps and areas.
function M.check(map_state, with_others)
  begin_writing()
  encode(codecs.find "map", map_state.uid, map_state)
  for _, codec in codecs.all() do
    if with_others and not codec.is_lasting and (codec.kind == "mod" or not codecs.is_busy()) then
      local states = codec.live()
      for _, id in ipairs(stable_order.sorted_keys(states)) do
        encode(codec, id, states[id])
      end
    end
  end
end

-- The chunks of the file that are not needed any more: a list of { kind, id }.
local function list_dropped()
  local list = {}
  for kind, ids in next, saved_ids do
    local codec = codecs.find(kind)
    local live = codec.live()
    for id in next, ids do
      if live[id] == nil and not (codec.stays and codec.stays(id)) then
        list[#list + 1] = { kind, id }
      end
    end
  end
  return list
end

-- Writes the game to the file; or, `in_memory`, all of it to where `read` finds it. Raises what cannot be saved, and
-- then the file is as it was.
function M.write(in_memory)
  local chunks, dropped, names = encode_chunks(in_memory), in_memory and {} or list_dropped(), {}
  py.save_begin()
  for _, name in ipairs(stable_order.sorted_keys(chunks)) do
    local kind, id, bytes, number = table.unpack(chunks[name])
    py.save_put(kind, tostring(id), bytes, number)
  end
  for i, chunk in ipairs(dropped) do
    names[i] = table.concat(chunk, "\0")
  end
  py.save_commit(table.concat(names, "\1"), random.left(), random.seeds(), in_memory)
  if not in_memory then
    for _, chunk in ipairs(dropped) do
      saved_ids[chunk[1]][chunk[2]] = nil
    end
    for _, chunk in next, chunks do
      add_saved(chunk[1], chunk[2])
    end
    codecs.each "settle"
  end
end

-- Reading -------------------------------------------------------------------------------------------------------------

local load_codec

-- Sets the function that loads the codec for a kind of chunk that no loaded mod uses.
function M.on_unknown_chunk(fn)
  load_codec = fn
end

-- A chunk of the save: { codec, id, title, saved }. Its content is checked, because a stranger may have written it.
local function open_chunk(kind, key)
  if not codecs.find(kind) then
    load_codec(kind)
  end
  local codec = codecs.find(kind)
  local id = codec and codec.make and (codec.id_of or tostring)(key)
  if not id then
    errors.raise(("the save has a chunk %s %s: there is no such chunk"):format(kind, fields.shown(key)))
  end
  local chunk = { codec = codec, id = id, title = title_of(codec, id) }
  fields.enter(chunk.title)
  if codec.record and not (codec.stays and codec.stays(id)) then
    chunk.saved = graph.decode(py.save_get(kind, key), references.resolve, references.adopt, chunk.title)
    codec.record:check(chunk.saved)
  end
  return chunk
end

local function comes_first(a, b)
  if a.codec ~= b.codec then
    return a.codec.order < b.codec.order
  end
  return a.id < b.id
end

-- The chunks of the save in the order in which they are read: a list of { codec, id, title, saved }.
local function decode_chunks(in_memory)
  local chunks, has_game = {}, false
  local names, milliseconds, seeds = py.save_open(in_memory)
  clock.restore(milliseconds)
  for kind, key in names:gmatch "(%a+)%z([^\1]*)\1" do
    chunks[#chunks + 1] = open_chunk(kind, key)
    has_game = has_game or kind == "game"
  end
  if not has_game then
    errors.raise "the save has no chunk game"
  end
  table.sort(chunks, comes_first)
  return chunks, seeds
end

-- Replaces the running game by the one that was saved, in the file or `in_memory`.
function M.read(in_memory)
  fields.begin_save()
  references.begin_save()
  local chunks, seeds = decode_chunks(in_memory)
  codecs.each "leave"
  codecs.forget_loose()
  for _, chunk in ipairs(chunks) do
    fields.enter(chunk.title)
    chunk.state = chunk.codec.make(chunk.id, chunk.saved)
  end
  references.end_making()
  for _, step in ipairs { "fill", "finish" } do
    for _, chunk in ipairs(chunks) do
      local codec = chunk.codec
      fields.enter(chunk.title)
      if chunk.saved and step == "fill" then
        codec.record:read(chunk.saved, chunk.state)
      end
      if codec[step] then
        codec[step](chunk.state, chunk.saved)
      end
    end
  end
  references.end_save()
  -- What was made may have drawn random numbers.
  py.save_streams()
  random.restore_seeds(seeds)
  random.refresh()
  if in_memory then
    codecs.forget_loose()
  else
    saved_ids = {}
    for _, chunk in ipairs(chunks) do
      add_saved(chunk.codec.kind, chunk.id)
    end
    codecs.mark_loose_lasting()
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
  saved_ids = {}
  codecs.new_game()
end

return M
