"""What programs that talk to people, agents, ask of the host: dungeons, pictures, and why something is as it is."""
