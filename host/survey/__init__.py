"""Surveys: many dungeons of one generator, made, measured and compared.

| module | holds |
|---|---|
| `survey` | `Survey`: the columns of a survey, for programs |
| `run` | `run_survey`: makes the dungeons of a plan in a pool of workers |
| `plan` | `Plan`: the generator, seeds, options and metrics of a survey |
| `measuring` | what workers do for a survey: make dungeons and measure them |
| `draws` | entries of pools and segments: how often they were drawn, and how often to expect it |
| `draw_counter` | the draws of a dungeon, as a worker counts them |
| `file` | the SQLite file of a survey, while it is made |
| `reader` | reads that file, which may come from a stranger |
| `schema` | its tables and columns |
| `packing` | the mods in that file |
| `replay` | `Replay`: makes dungeons of a survey again |
| `find` | `find_dungeons`: seeds whose dungeons meet a condition |
| `comparison` | two surveys, compared seed by seed |
| `bins` | dungeons by the values of one metric or two |
| `statistics` | statistical tests |
| `gate` | limits that a survey must hold |
| `pages` | surveys and comparisons as offline pages, with pictures of dungeons |
| `dataset` | maps as arrays, for machine learning |
"""
