a = require "a"
