"""The studio: a local web page that shows what mods make, and changes when their files are saved.

>>> from host.studio import serve
>>> serve(["./my_mod"], opens_browser=False)  # doctest: +SKIP

| module | holds |
|---|---|
| `server` | `serve`: the server, from its address to Ctrl-C |
| `app`, `routes` | the page, its files, and the JSON of `docs/studio.md` |
| `guard` | who may ask: token, Host, Origin; sizes of requests, and headers of answers |
| `requests` | what the page asks for, from the parameters of an address |
| `studio` | `Studio`: the state that all answers share |
| `mod_workers` | `ModWorkers`: the mods as they were last saved, in warm workers, and the maps they made |
| `loaded_mods` | what workers say of the mods that they have loaded |
| `saved_files`, `events` | saved files, and messages to the pages that are open |
| `drawing`, `segment_tiles`, `text_maps` | maps, tiles of segments and maps in texts as data for the page |
| `overlays` | the order in which locks open, and what a square sees |
| `problems` | errors as data: the sentence, lines of source around it, and how to open an editor |
| `log` | the last lines that mods printed |
| `origins`, `profiles` | where things come from, and how much each function used |
| `console`, `mod_tests`, `play`, `segment_files`, `surveys` | the state of the views of these names |
| `page` | the page: HTML, style sheets, and ES modules |
"""

from host.studio.server import serve

__all__ = ["serve"]
