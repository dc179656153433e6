"""What several commands use.

| module | what |
|---|---|
| `options` | options of several commands |
| `parameters` | types of values on the command line |
| `selection` | which mods a command loads |
| `running` | runs the jobs of commands |
| `reproduction` | the command line that does the same again |
| `from_file` | makes the dungeon of a file again: `generate --from` |
| `show` | shows a map, or writes it |
| `series` | writes the dungeons of many seeds |
| `site` | writes a page of the dungeons of many seeds |
| `recordings` | records games, and writes films of them |
| `replaying` | plays recordings again, and says what differs |
| `watch` | runs a command again at each saved file |
| `explain` | shows why no dungeon could be made |
| `observed` | runs a command under a profiler or a debugger |
"""
