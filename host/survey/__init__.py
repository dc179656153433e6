"""Surveys: thousands of dungeons, measured and compared."""
