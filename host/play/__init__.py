"""A game that is played, in any dialect: its clock and events, what a player can do and knows, and where plans lead."""
