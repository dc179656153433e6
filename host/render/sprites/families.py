"""All families of sprites by key."""

from __future__ import annotations

from collections.abc import Mapping

from host.render.sprites.beasts import BEASTS
from host.render.sprites.furniture import FURNITURE
from host.render.sprites.gear import GEAR
from host.render.sprites.outdoors import OUTDOORS
from host.render.sprites.pen import Family
from host.render.sprites.people import PEOPLE
from host.render.sprites.things import THINGS

FAMILIES: Mapping[str, Family] = {**FURNITURE, **OUTDOORS, **GEAR, **THINGS, **BEASTS, **PEOPLE}
