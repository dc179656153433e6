"""What programs import: the host, and maps as it shows them.

| module | what |
|---|---|
| `host` | `Host`: loads mods, makes dungeons, plays and measures them |
| `map` | `Map`: contents by name, arrays, tables and files |
| `contents` | lists of what is on a map: items, creatures, doors, containers, locks, homes, starts |
| `data_frame` | data frames of pandas |
"""
