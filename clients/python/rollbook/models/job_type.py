from typing import Literal, cast

JobType = Literal[
    "bulk",
    "close-account",
    "erase-user",
    "import",
    "remove-service-group-memberships",
    "remove-team",
    "remove-user-memberships",
    "revert",
]


def check_job_type(value: str) -> JobType:
    """A newer API may have more values: they are let through."""
    return cast(JobType, value)
