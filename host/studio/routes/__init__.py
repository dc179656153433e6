"""The addresses of the studio's JSON API; `docs/studio.md` describes each."""
