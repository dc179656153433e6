"""Why a request cannot be met: a smallest set of wishes of a mod that cannot hold together."""
