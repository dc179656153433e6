"""Surveys of the studio: many dungeons of the generator that is shown, measured while the page watches.

| module | holds |
|---|---|
| `order` | `Order`: the survey that a page asks for, checked |
| `survey_run` | `SurveyRun`: one survey, which is being made or was made |
| `surveys` | `Surveys`: the surveys of this studio, in a temporary folder |
| `summary` | what a survey says so far, as data for plots |
"""
