"""What every name of every dialect is, out of the declarations that the argument checks use: pages in docs/api, and
stubs for editors."""
