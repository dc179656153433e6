word = "word"
function tell() return word end
