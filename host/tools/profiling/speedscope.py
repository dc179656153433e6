"""Profiles as files of https://www.speedscope.app (`--speedscope`), which shows them as flame graphs and tables."""

from __future__ import annotations

import json

from host.tools.profiling.profile import Node, Profile

_SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def write_speedscope(profile: Profile, name: str) -> str:
    """Return the text of the file: a profile of instructions, and one of microseconds."""
    stacks = [(node, path) for node, path in profile.walk() if path]
    numbers: dict[tuple[str, str, str, int], int] = {}
    frames: list[dict[str, object]] = []
    for node, _ in stacks:
        if node.key not in numbers:
            numbers[node.key] = len(frames)
            location = {"file": node.file, "line": node.line} if node.file else {}
            frames.append({"name": node.title, **location})

    def sampled(title: str, unit: str, weights: list[int]) -> dict[str, object]:
        return {
            "type": "sampled",
            "name": title,
            "unit": unit,
            "startValue": 0,
            "endValue": sum(weights),
            "samples": [_numbers(numbers, path) for (_, path), weight in zip(stacks, weights, strict=True) if weight],
            "weights": [weight for weight in weights if weight],
        }

    profiles = [
        sampled("instructions", "none", [node.instructions for node, _ in stacks]),
        sampled("time", "microseconds", [node.microseconds for node, _ in stacks]),
    ]
    document = {"$schema": _SCHEMA, "name": name, "shared": {"frames": frames}, "profiles": profiles}
    return json.dumps(document, separators=(",", ":"))


def _numbers(numbers: dict[tuple[str, str, str, int], int], path: tuple[Node, ...]) -> list[int]:
    return [numbers[node.key] for node in path]
