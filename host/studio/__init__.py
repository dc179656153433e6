"""The studio: a local web page that shows what mods make, and changes when their files are saved.

>>> from host.studio import serve
>>> serve(["./my_mod"], opens_browser=False)  # doctest: +SKIP
"""

from host.studio.server import serve

__all__ = ["serve"]
