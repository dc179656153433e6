-- The codecs that dialects declare: what is in the chunks of a save; and the objects on no map that go into chunks.

local import = ...
local stable_order = import "core/sandbox/stable_order"

local M = {}

local codecs, by_kind = {}, {}

-- Declares the chunks of a kind. Each has an id, unique for its kind, and stands for a state.
--   kind, order       chunks are made in this order
--   id_of(key)        the id for the key in the file; nil when no chunk can have that key. By default they are the same
--   is_lasting        whether a chunk is written only when it changed
--   title(id)         what errors call the chunk
--   record            what is saved of a state (see core/save/fields); a kind without one has only squares of maps
--   live()            id → state of all chunks that the game needs
--   changed(everything)  the same of the chunks to write now, which are all live ones without this function
--   stays(id)         whether a chunk belongs to a missing mod: it stays in the file
--   map_number(state) the number of the map whose squares the chunk has, too
-- A save is read in steps. No step begins before the one before has ended for all chunks:
--   leave()             ends the former game
--   make(id, saved)     makes all to which others may refer, and returns the state
--   fill(state, saved)  and finish(state, saved): the rest, after the fields of the record were read
-- Further:
--   begin()             before a save is written
--   settle(in_memory)   after a save was read or written
--   new_game()          when a new game begins
--   is_busy()           whether something runs that cannot be saved
function M.add(codec)
  codecs[#codecs + 1], by_kind[codec.kind] = codec, codec
  table.sort(codecs, function(a, b) return a.order < b.order end)
end

-- For `id_of`: a uid; and the id of the only chunk of a kind.
function M.uid_of(key)
  local uid = math.tointeger(key)
  return uid and uid > 0 and tostring(uid) == key and uid or nil
end

function M.only_id(key)
  return key == "" and key or nil
end

function M.all()
  return ipairs(codecs)
end

-- The codec of a kind of chunks; nil when there is none.
function M.find(kind)
  return by_kind[kind]
end

function M.each(method, ...)
  for _, codec in ipairs(codecs) do
    if codec[method] then
      codec[method](...)
    end
  end
end

-- The key of the squares of a map, by its number: m5 for the map 5, g2 for one that only other dialects know; nil
-- when the map is deleted. And back: number, width and height. Set by lua/areas/save/map.lua.
function M.map_key() end
function M.find_map() end

-- Loose objects -------------------------------------------------------------------------------------------------------
-- Objects on no map are saved because something refers to them.

-- Object → home, the state whose chunk it goes to. Chunks that were saved earlier refer to lasting objects.
local homes, lasting, count = {}, {}, 0

function M.add_loose(home, object)
  count = count + (homes[object] and 0 or 1)
  homes[object] = home
end

function M.count_loose()
  return count
end

-- The loose objects of a home, in the order of what `uid_of` returns for them; nil for those to leave out.
function M.list_loose(home, uid_of)
  local by_uid = {}
  for object, its_home in next, homes do
    local uid = its_home == home and uid_of(object)
    if uid then
      by_uid[uid] = object
    end
  end
  return stable_order.sorted_values(by_uid)
end

-- Marks the objects that are loose now as lasting: later saves write only chunks that changed.
function M.mark_loose_lasting()
  for object in next, homes do
    lasting[object] = true
  end
end

-- Drops the objects to which only chunks of the last save refer.
function M.reset_loose()
  for object in next, homes do
    if not lasting[object] then
      homes[object], count = nil, count - 1
    end
  end
end

function M.forget_loose()
  homes, lasting, count = {}, {}, 0
end

-- Pauses --------------------------------------------------------------------------------------------------------------

local waiting

-- Whether something runs that cannot be saved now.
function M.is_busy()
  for _, codec in ipairs(codecs) do
    if codec.is_busy and codec.is_busy() then
      return true
    end
  end
  return false
end

-- Calls `fn` when nothing is busy any more; a later call replaces it.
function M.defer(fn)
  waiting = fn
end

-- Called when something that was busy ends.
function M.settle()
  local fn = waiting
  if fn and not M.is_busy() then
    waiting = nil
    fn()
  end
end

function M.new_game()
  waiting = nil
  M.forget_loose()
  M.each "new_game"
end

return M
