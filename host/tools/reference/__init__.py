"""The documentation of every name of every dialect, from its declaration: pages, terminal and editor stubs."""
