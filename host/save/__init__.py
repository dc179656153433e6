"""Games on disk: one SQLite file, values as CBOR."""
