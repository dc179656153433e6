"""Surveys: many dungeons of one generator, made, measured and compared."""
