function call(fn)
  fn()
end
