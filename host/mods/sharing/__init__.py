"""Installing mods: archives and indexes of them, which come from strangers. Nothing of a mod runs here.

| module | holds |
|---|---|
| `release` | a version in an index, and the JSON lines in which an index lists them |
| `sources` | where an index is read from: a folder, or a web server |
| `index` | `Index`: the versions and the archives of an index, each checked against its digest |
| `candidates`, `resolution` | which versions fit together, and what does not |
| `user_folder` | the folder of installed mods: changes, all or none, one process at a time |
| `installing` | what the commands `install`, `uninstall` and `outdated` do, and their functions in the library |
"""
