function walk(t)
  return t.x
end
