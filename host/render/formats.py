"""Names of formats and overlays, apart from the modules that draw them, which most commands do not need."""

from __future__ import annotations

PNG, SVG, TMJ = "png", "svg", "tmj"
# Formats of images, which may have overlays.
IMAGES = (PNG, SVG)

SEGMENTS, ROOMS, DISTANCE, HOMES = OVERLAYS = ("segments", "rooms", "distance", "homes")

# Pixels per square: of maps, and of sheets of segments.
DEFAULT_SIZE, SHEET_SIZE = 16, 32
LEAST_SIZE, MOST_SIZE = 4, 128
