"""How fast the studio is, from the saved file to the pixel of the page in a real browser."""

from __future__ import annotations

import os
import re
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measure import Bench, Row, time_call
from tests.studio.browser import open_browser, program, wait_for_map
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Calls window.shown(time) after the canvas has drawn a map of another version.
_WATCH = """() => {
  window.shown = [];
  const canvas = document.querySelector("canvas[aria-label=Map]");
  new MutationObserver(() => {
    canvas.getContext("2d").getImageData(0, 0, 1, 1);
    window.shown.push(Date.now());
  }).observe(canvas, { attributes: true, attributeFilter: ["data-version"] });
}"""
# Pans by the pointer for 120 frames, and returns the milliseconds between them.
_PAN = """async () => {
  const canvas = document.querySelector("canvas[aria-label=Map]");
  const { left, top } = canvas.getBoundingClientRect();
  const send = (kind, step) => canvas.dispatchEvent(new PointerEvent(kind, {
    pointerId: 1, clientX: left + 300 + 2 * step, clientY: top + 200 + step, button: 0, buttons: 1, bubbles: true }));
  const frames = [await new Promise(requestAnimationFrame)];
  send("pointerdown", 0);
  for (let step = 1; step <= 120; step += 1) {
    send("pointermove", step % 80);
    frames.push(await new Promise(requestAnimationFrame));
  }
  send("pointerup", 0);
  return frames.slice(1).map((time, at) => time - frames[at]);
}"""


def measure_studio(bench: Bench) -> list[Row]:
    if program() is None:
        return [("the studio in Chromium, which is not here", "", "", "", None)]
    rows: list[Row] = []
    with open_browser() as browser:

        def open_page(studio: RunningStudio, **parameters: object) -> Page:
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.goto(studio.url(**parameters))
            wait_for_map(page)
            return page

        for title, mod, limit in (("base basic", "base", 150), ("caves", "caves", 60)):
            folder = _write_mod(bench.folder / f"shown_{mod}", "base" if mod == "base" else None)
            with RunningStudio(folder) as studio:
                page = open_page(studio, generator=mod)
                taken = _time_saves(page, folder / "init.lua", 20)
                median = statistics.median(taken)
                rows.append(
                    (f"studio: save to pixel, {title}", f"{median:.0f} ms", f"≤ {limit} ms", "", median <= limit)
                )
                if mod == "base":
                    rows += [_measure_wall(page, studio), _measure_idle(studio)]
                else:
                    rows += [_measure_panning(page, studio), _measure_memory(page, folder / "init.lua")]
    return rows


def _write_mod(folder: Path, dependency: str | None) -> Path:
    folder.mkdir()
    needs = f'[dependencies]\n{dependency} = "*"\n' if dependency else ""
    (folder / "mod.toml").write_text(f'id = "{folder.name}"\nversion = "1"\n{needs}')
    (folder / "init.lua").write_text("")
    return folder


def _time_saves(page: Page, file: Path, times: int) -> list[float]:
    """Save a file again and again, and return the milliseconds until each new map is drawn."""
    page.evaluate(_WATCH)
    taken = []
    for number in range(times):
        time.sleep(0.2)
        saved = time.time() * 1000
        file.write_text(f"-- {number}\n")
        page.wait_for_function("number => window.shown.length > number", arg=number, polling=5)
        taken.append(page.evaluate(f"window.shown[{number}]") - saved)
    return taken


def _measure_wall(page: Page, studio: RunningStudio) -> Row:
    page.goto(studio.url(generator="base", dungeon="tiny", view="wall"))
    page.get_by_text("24 in").wait_for()

    def fill() -> None:
        page.get_by_label("Seeds on the wall").select_option("48")
        page.get_by_text("48 in").wait_for()

    seconds = time_call(fill)
    return ("studio: wall of 48 tiny dungeons", f"{seconds:.2f} s", "≤ 2 s", "", seconds <= 2)


def _measure_idle(studio: RunningStudio) -> Row:
    time.sleep(1)
    before = _seconds_used(studio.pid)
    time.sleep(5)
    share = (_seconds_used(studio.pid) - before) / 5
    return ("studio: a core when idle", f"{share:.1%}", "≤ 3 %", "", share <= 0.03)


def _seconds_used(pid: int) -> float:
    """Return the processor time of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    total = 0
    for process in (pid, *map(int, children)):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def _measure_panning(page: Page, studio: RunningStudio) -> Row:
    page.goto(studio.url(generator="caves", width=300, height=300))
    page.get_by_text("300 × 300").wait_for()
    page.get_by_role("button", name=re.compile("Zoom in")).click()
    rate = 1000 / statistics.mean(page.evaluate(_PAN))
    return ("studio: panning 300 × 300", f"{rate:.0f} frames/s", "≥ 59", "", rate >= 59)


def _measure_memory(page: Page, file: Path) -> Row:
    page.reload()
    wait_for_map(page)
    client = page.context.new_cdp_session(page)

    def used() -> float:
        client.send("HeapProfiler.collectGarbage")
        return float(client.send("Runtime.getHeapUsage")["usedSize"]) / 2**20

    _time_saves(page, file, 20)
    before = used()
    _time_saves(page, file, 500)
    grown = used() - before
    return ("studio: memory of the page after 500 reloads", f"{grown:+.1f} MB", "≤ 2 MB", "", grown <= 2)
