"""Games on disk: one SQLite file, values as CBOR.

| module | holds |
|---|---|
| `save_file` | `SaveFile`: one transaction for each save |
| `database` | the tables, and a digest of each chunk |
| `sqlite_file` | opening a file that may come from strangers |
| `contents` | what a save holds, in a file or in memory |
| `maps` | the squares of a map as plain data, and back |
| `cbor` | values as CBOR, and which are refused |
| `release_0_1_0`, `release_0_2_0` | chunks that these versions wrote, as chunks of the present format |
"""
