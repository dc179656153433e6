"""What pictures can be asked for, by name. Apart from what draws them, which most commands never need."""

from __future__ import annotations

PNG, SVG, TMJ = "png", "svg", "tmj"
# What is an image of its own, and may have overlays.
IMAGES = (PNG, SVG)

SEGMENTS, ROOMS, DISTANCE, HOMES = OVERLAYS = ("segments", "rooms", "distance", "homes")

# Pixels of a square: of maps, and of sheets of segments.
DEFAULT_SIZE, SHEET_SIZE = 16, 32
LEAST_SIZE, MOST_SIZE = 4, 128
