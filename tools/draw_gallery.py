"""Make the gallery: the pictures, the page of the documentation, and the sheet with which the README opens.

`make gallery` makes all, `.venv/bin/python -m tools.draw_gallery NAME ...` the pictures of some.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner
from PIL import Image, ImageOps

from host.cli.main import cli
from host.render.paper import PARCHMENT

ROOT = Path(__file__).parent.parent
FOLDER = "docs/pictures/gallery"
PAGE, SHEET = "docs/gallery.md", "docs/pictures/gallery.png"
DIGESTS = "tests/render/gallery.json"
# Of the sheet: columns, pixels of a picture and between pictures, and colours.
_COLUMNS, _THUMBNAIL, _GAP, _COLOURS = 3, (400, 267), 6, 256


class Work(NamedTuple):
    """A picture of the gallery: the name of its file, its title, its text, and the command without -o."""

    file: str
    title: str
    text: str
    words: str

    @property
    def command(self) -> str:
        """The command that draws the picture."""
        return f"dungeon-host {self.words} -o {self.file}"


_SIZE = "--set width=48 --set height=32"
GALLERY = (
    Work(
        "house.png",
        "A house with guests",
        "`rooms` with furniture and floors by the kind of each room, and monsters of the mod `base`.",
        f"generate rooms --mods base {_SIZE} --set rooms=8 --set furnish=full --set monsters=base --seed 5",
    ),
    Work(
        "crypt.png",
        "A crypt by torchlight",
        "`bsp` in the theme `crypt`. Walls and closed doors end the light.",
        f"generate bsp {_SIZE} --set depth=4 --set furnish=full --theme crypt --light --seed 5",
    ),
    Work(
        "lich.png",
        "The hunt for a lich",
        "A quest of kts: segments of `base`, with locks, keys and treasure.",
        "generate base --set quest=lich_hunt --seed 3",
    ),
    Work(
        "caves.png",
        "Camps in caves",
        "`caves` by night: each chamber is a den, a camp, a grove or a burial cave.",
        f"generate caves {_SIZE} --set furnish=full --set monsters=host --light --seed 8",
    ),
    Work(
        "mission.png",
        "A mission",
        "`mission` grows a graph of rooms, locks, keys and a secret door. No other way joins the rooms.",
        f"generate mission {_SIZE} --set rooms=9 --theme castle --numbers --seed 3",
    ),
    Work(
        "park.png",
        "A park",
        "`wfc` collapses waves into what looks like an example of ten by nine squares.",
        'generate wfc --set "example=........../.####+###./.#....#.#./.#....+.+./.#....#.#./.##+#####./........../'
        '..~~~~~.../..~~~~~~../.........." --theme garden --seed 1',
    ),
    Work(
        "ritual.png",
        "A ritual at midnight",
        "A ring of segments of `base`; fires, windows and lava give light.",
        "generate base --set dungeon=ring --set quest=midnight_ritual --light --seed 5",
    ),
    Work(
        "ice.png",
        "A walk on ice",
        "`walk` in the theme `ice`, with graves and green bushes.",
        f"generate walk {_SIZE} --set furnish=full --set monsters=host --theme ice --seed 2",
    ),
    Work(
        "garden.png",
        "Halls between hedges",
        "The theme `garden` changes walls and plain floors, and leaves boards and rugs alone.",
        f"generate rooms {_SIZE} --set rooms=8 --set furnish=full --theme garden --seed 3",
    ),
    Work(
        "paper.png",
        "On paper",
        "Black on parchment for a game at a table, with a title, numbers, a legend and a grid.",
        f"generate bsp {_SIZE} --set depth=4 --set furnish=full --paper --title --legend --numbers --grid --seed 7",
    ),
    Work(
        "undercroft.png",
        "The undercroft",
        "A floor of the bundled mod [undercroft](../mods/undercroft/README.md).",
        "generate undercroft.floor --set floor=3 --theme cave --seed 3",
    ),
    Work(
        "town.png",
        "A town",
        "The bundled mod [overworld](../mods/overworld/README.md), after two keys.",
        'travel overworld --keys "k>" --seed 1 --tile-size 24',
    ),
)

# A quest that is won; no scene of the sheet.
FILM = Work(
    "first-steps.gif",
    "First steps, won",
    "A quest of the bundled mod `base`, played by itself: find a gem, and leave with it.",
    "simulate base --set quest=first_steps --seed 7",
)


def main() -> None:
    """Draw the pictures, and write the texts about them."""
    names = sys.argv[1:]
    (ROOT / FOLDER).mkdir(parents=True, exist_ok=True)
    for work in (*GALLERY, FILM):
        if not names or work.file.partition(".")[0] in names:
            run(work, ROOT / FOLDER / work.file)
            print(work.command)
    (ROOT / PAGE).write_text(page(), "utf-8")
    draw_sheet()
    digests = {work.file: digest(work) for work in GALLERY}
    (ROOT / DIGESTS).write_text(json.dumps(digests, indent=2) + "\n", "utf-8")


def run(work: Work, file: Path) -> None:
    """Run the command of a picture for another file."""
    result = CliRunner().invoke(cli, [*shlex.split(work.words), "-o", str(file)])
    if result.exit_code:
        raise RuntimeError(f"{work.command}: {result.output}")


def digest(work: Work) -> str:
    """Return a digest of the scene of a picture: of all shapes and where they are."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scene.svg"
        run(work, file)
        return digest_of_scene(file.read_text("utf-8"))


def digest_of_scene(svg: str) -> str:
    """Return a digest of an SVG without what it says about its origin."""
    return hashlib.sha256(re.sub(r"(?s)<metadata.*?</metadata>", "", svg).encode()).hexdigest()


def page() -> str:
    """Return the page of the documentation."""
    works = "\n".join(
        f"## {work.title}\n\n{work.text}\n\n![{work.title}](pictures/gallery/{work.file})\n\n"
        f"```sh\n{work.command}\n```\n"
        for work in (*GALLERY, FILM)
    )
    return f"""# Gallery

Twelve dungeons and a quest, each with the command that draws it. `make gallery` draws them all, and
`generate --seeds 1..24 -o site` writes such a page for [any mod](pictures.md).

{works}"""


def draw_sheet() -> None:
    """Draw all pictures beside each other, for the README."""
    width, height = _THUMBNAIL
    rows = -(-len(GALLERY) // _COLUMNS)
    sheet = Image.new("RGB", (_COLUMNS * (width + _GAP) - _GAP, rows * (height + _GAP) - _GAP), "white")
    for i, work in enumerate(GALLERY):
        with Image.open(ROOT / FOLDER / work.file) as picture:
            colours = picture.convert("RGB")
            if "--legend" in work.words:
                # Nothing of a legend is cut off.
                fitting = ImageOps.pad(colours, _THUMBNAIL, color=PARCHMENT[:3])
            else:
                fitting = ImageOps.fit(colours, _THUMBNAIL, centering=(0.5, 0.3))
        sheet.paste(fitting, (i % _COLUMNS * (width + _GAP), i // _COLUMNS * (height + _GAP)))
    sheet.quantize(_COLOURS).save(ROOT / SHEET, optimize=True)


if __name__ == "__main__":
    main()
