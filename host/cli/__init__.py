"""The command-line program: one file a command, no logic."""

# Environment variables of build services that read commands from the log: GitHub (and what runs its workflows), Azure,
# TeamCity.
BUILD_SERVICES = ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
