"""The dialects of the host, and the libraries for all dialects: functions, services and generators."""

from __future__ import annotations

from collections.abc import Callable

from host.border.function import ApiFunction
from host.border.session import Mods, Session
from host.dialects.actions import ACTIONS
from host.dialects.actions_generator import GENERATOR
from host.dialects.areas import MapServices
from host.dialects.generators import GENERATORS
from host.dialects.kts.declarations import KTS
from host.dialects.kts.menu import find_menu
from host.dialects.kts.services import KtsServices
from host.dialects.loose_items import LooseItemServices
from host.dialects.objects import ObjectServices
from host.dialects.rooms import LEVELS
from host.dialects.survey import SURVEY
from host.dialects.toolbox import TOOLBOX

# Name -> functions declared in Python; dialects that are all Lua have none. When a mod lists no dialects and names
# clash, the first dialect wins.
DIALECTS: dict[str, list[ApiFunction]] = {
    "kts": KTS.functions,
    "pools": [],
    "areas": [],
    "actions": [*ACTIONS.functions, *GENERATOR.functions],
    "rooms": LEVELS.functions,
}

# Name -> functions of libraries, which mods of any dialect can require, as `require "host.generators"`.
LIBRARIES: dict[str, list[ApiFunction]] = {
    "generators": GENERATORS.functions,
    "survey": SURVEY.functions,
    "toolbox": TOOLBOX.functions,
}

# Functions that make the services which the Lua halves of dialects call.
SERVICES: tuple[Callable[[Session, Mods], object], ...] = (
    lambda session, _: MapServices(session),
    lambda session, _: ObjectServices(session),
    lambda session, _: LooseItemServices(session),
    KtsServices,
)

# Functions that find a generator in what a mod declares for a dialect, such as a quest menu.
GENERATOR_FINDERS = (find_menu,)
