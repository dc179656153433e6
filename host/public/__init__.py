"""What programs import: the host, and maps as it shows them."""
