"""Surveys of the studio: many dungeons of the generator that is shown, measured while the page watches."""
