"""Rules of the LDtk editor: how it draws the numbers of an IntGrid."""

from __future__ import annotations

from collections.abc import Sequence

from host.export.ldtk.values import Json


def rule_group(uid: int, name: str, rules: Sequence[Json]) -> Json:
    """Return rules that draw an IntGrid, the highest first."""
    return {
        "uid": uid,
        "name": name,
        "color": None,
        "icon": None,
        "active": True,
        "isOptional": False,
        "rules": [*rules],
        "usesWizard": False,
        "requiredBiomeValues": [],
        "biomeRequirementMode": 0,
    }


def rule(uid: int, number: int, tiles: Sequence[int]) -> Json:
    """Return the rule that draws a square of a number as one of the tiles."""
    return {
        "uid": uid,
        "active": True,
        "size": 1,
        "tileRectsIds": [[tile] for tile in tiles],
        "alpha": 1,
        "chance": 1,
        # Rules draw above each other.
        "breakOnMatch": False,
        "pattern": [number],
        "flipX": False,
        "flipY": False,
        "xModulo": 1,
        "yModulo": 1,
        "xOffset": 0,
        "yOffset": 0,
        "tileXOffset": 0,
        "tileYOffset": 0,
        "tileRandomXMin": 0,
        "tileRandomXMax": 0,
        "tileRandomYMin": 0,
        "tileRandomYMax": 0,
        "checker": "None",
        "tileMode": "Single",
        "pivotX": 0,
        "pivotY": 0,
        "outOfBoundsValue": None,
        "invalidated": False,
        "perlinActive": False,
        "perlinSeed": 0,
        "perlinScale": 0.2,
        "perlinOctaves": 2,
    }
