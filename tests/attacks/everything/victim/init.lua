wall = kts.Tile { access = {} }
list = { deep = {} }
function call(fn) return fn() end
