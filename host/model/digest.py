"""Digests of maps: equal for equal maps, whatever the versions of their mods."""

from __future__ import annotations

import json
from hashlib import blake2b

from host.model.document import to_document
from host.model.map import Map


def map_digest(game_map: Map) -> str:
    """Return 32 hexadecimal digits for everything in the JSON of a map except the list of its mods."""
    document = to_document(game_map)
    del document["mods"]
    return blake2b(json.dumps(document, separators=(",", ":")).encode("ascii"), digest_size=16).hexdigest()
