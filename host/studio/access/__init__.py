"""Who may reach the server of the studio, and how."""
