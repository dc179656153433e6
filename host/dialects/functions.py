"""The dialects of the host, and the libraries for all dialects."""

from __future__ import annotations

from host.border.function import ApiFunction
from host.dialects.actions import ACTIONS
from host.dialects.generators import GENERATORS
from host.dialects.kts import KTS
from host.dialects.rooms import LEVELS
from host.dialects.toolbox import TOOLBOX

# Name -> functions declared in Python; dialects that are all Lua have none. When a mod lists no dialects and names
# clash, the first dialect wins.
DIALECTS: dict[str, list[ApiFunction]] = {
    "kts": KTS.functions,
    "pools": [],
    "areas": [],
    "actions": ACTIONS.functions,
    "rooms": LEVELS.functions,
}

# Name -> functions of libraries, which mods of any dialect can require, as `require "host.generators"`.
LIBRARIES: dict[str, list[ApiFunction]] = {"generators": GENERATORS.functions, "toolbox": TOOLBOX.functions}
