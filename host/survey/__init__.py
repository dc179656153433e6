"""Surveys: many dungeons of one generator, made, measured and compared.

| module | holds |
|---|---|
| `survey` | `Survey`: the columns of a survey, for programs |
| `run` | making the dungeons of a survey in a crew of workers |
| `plan` | `Plan`: what a survey asks for |
| `measure` | what runs in a worker: makes dungeons and measures them |
| `file` | the SQLite file of a survey |
| `packing` | the mods in that file |
| `again` | making dungeons of a survey again |
| `statistics` | comparisons of surveys, usage tests |
| `gate` | limits that a survey must hold |
| `export` | maps as arrays, for machine learning |
"""
