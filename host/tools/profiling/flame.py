"""Profiles as flame graphs (`--flame`): a rectangle for each function, as wide as its time is long."""

from __future__ import annotations

from host.errors import counted, visible
from host.render.markup import to_markup
from host.tools.profiling.profile import MOD, Node, Profile

_WIDTH, _ROW, _MARGIN = 1200.0, 18, 4
# Narrower rectangles are left out, and texts in narrower ones.
_LEAST, _LEAST_TEXT, _CHARACTER = 0.3, 30.0, 6.6
_COLOURS = {MOD: ("#e8804a", "#e79a4f", "#dd6b4d", "#eab05a")}
_HOST_COLOURS = ("#8fa3b5", "#a0b3c2", "#7f96aa")
# Names in rectangles stay dark.
_STYLE = """.ground { fill: #ffffff } .title { fill: #26221e }
@media (prefers-color-scheme: dark) { .ground { fill: #1b1917 } .title { fill: #ece7df } }"""


def write_flame(profile: Profile, title: str) -> str:
    """Return the text of an SVG file. Functions of mods have warm colours, functions of the host cold ones."""
    totals: dict[int, int] = {}
    for node, path in profile.walk():
        for caller in (profile.root, *path):
            totals[id(caller)] = totals.get(id(caller), 0) + node.microseconds
    whole = totals[id(profile.root)] or 1
    shapes: list[str] = []
    deepest = 0
    # Nodes to draw, each with its left side.
    pending: list[tuple[Node, float]] = [(profile.root, 0.0)]
    while pending:
        node, left = pending.pop()
        width = totals[id(node)] / whole * _WIDTH
        if width < _LEAST:
            continue
        deepest = max(deepest, node.depth)
        shapes.append(_draw(node, left, width, totals[id(node)]))
        for child in node.children.values():
            pending.append((child, left))
            left += totals[id(child)] / whole * _WIDTH
    height = (deepest + 2) * _ROW + 2 * _MARGIN
    size = f'viewBox="0 0 {_WIDTH:g} {height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="11">',
            f"<style>{_STYLE}</style>",
            f'<rect class="ground" width="{_WIDTH:g}" height="{height}"/>',
            f'<text class="title" x="{_MARGIN}" y="{_ROW - 4}">{to_markup(title)}</text>',
            *shapes,
            "</svg>",
            "",
        ]
    )


def _draw(node: Node, left: float, width: float, microseconds: int) -> str:
    title = visible(node.title) if node.depth else "all"
    top = (node.depth + 1) * _ROW + _MARGIN
    colours = _COLOURS.get(node.kind, _HOST_COLOURS)
    # The same function has the same colour everywhere.
    colour = colours[sum(map(ord, title)) % len(colours)]
    calls = f", {counted(node.calls, 'call')} of Python" if node.calls else ""
    tooltip = f"{title}: {microseconds / 1000:.1f} ms, {counted(node.instructions, 'instruction')} of its own{calls}"
    fits = int((width - 4) / _CHARACTER)
    text = title if len(title) <= fits else f"{title[: max(fits - 1, 0)]}…"
    shown = f'<text x="{left + 2:.1f}" y="{top + 12}">{to_markup(text)}</text>' if width >= _LEAST_TEXT else ""
    return (
        f"<g><title>{to_markup(tooltip)}</title>"
        f'<rect x="{left:.1f}" y="{top}" width="{max(width - 0.2, 0.1):.1f}" height="{_ROW - 1}" '
        f'fill="{to_markup(colour)}"/>{shown}</g>'
    )
