"""The command-line program: one file a command, no logic."""

# Variables that services set which build: GitHub (and what runs its workflows), Azure, TeamCity.
SERVICES = ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
