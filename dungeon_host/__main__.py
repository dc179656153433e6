"""`python -m dungeon_host`, the same as `dungeon-host`."""

from dungeon_host import main

if __name__ == "__main__":
    main()
