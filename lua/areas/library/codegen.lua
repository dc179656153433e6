-- The module Codegen: `loadstring`, and functions of the class CodeGenerator (areas/library/code_generator).

local import = ...
local code_generator = import "areas/library/code_generator"

-- The functions of Codegen for a mod.
return {
  of = function(mod)
    return {
      loadstring = function(source, name)
        return mod.env.load(source, name, "t")
      end,
      inspect = code_generator.inspect, gen_literal = code_generator.gen_literal,
      gen_block_string = code_generator.gen_block_string,
    }
  end,
}
