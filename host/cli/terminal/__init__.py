"""What commands show on a terminal: tables, a spinner, and views that read keys."""
