"""Why a request cannot be met: a smallest set of conflicting requirements of a mod."""
