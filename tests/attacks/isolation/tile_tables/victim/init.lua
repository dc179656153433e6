wall = kts.Tile { access = {}, mine = {} }
function look()
  return wall.access.walking and "access was changed" or next(wall.mine) and "a field of its own was changed"
    or wall.more and "a field was added"
end
