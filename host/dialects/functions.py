"""The dialects that this version of the host speaks, and what it has for all of them."""

from __future__ import annotations

from host.border.function import ApiFunction
from host.dialects.actions import ACTIONS
from host.dialects.generators import GENERATORS
from host.dialects.kts import KTS
from host.dialects.rooms import LEVELS
from host.dialects.toolbox import TOOLBOX

# Name -> functions, in the order in which dialects win when a mod lists none and names clash. What is all Lua has none.
DIALECTS: dict[str, list[ApiFunction]] = {
    "kts": KTS.functions,
    "pools": [],
    "areas": [],
    "actions": ACTIONS.functions,
    "rooms": LEVELS.functions,
}

# Name -> functions of what is no dialect: mods ask for it, as for `require "host.generators"`, whichever they speak.
LIBRARIES: dict[str, list[ApiFunction]] = {"generators": GENERATORS.functions, "toolbox": TOOLBOX.functions}
