"""What the host offers to programs about a map.

| module | what |
|---|---|
| `map` | `Map`: contents by name, arrays, tables and files |
| `contents` | lists of what is on a map: items, creatures, doors, containers, locks, homes, starts |
| `data_frame` | data frames of the library that is installed |
"""
