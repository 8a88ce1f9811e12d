from typing import Literal, cast

ListJobsType = Literal[
    "bulk",
    "close-account",
    "erase-user",
    "import",
    "remove-service-group-memberships",
    "remove-team",
    "remove-user-memberships",
    "revert",
]


def check_list_jobs_type(value: str) -> ListJobsType:
    """A newer API may have more values: they are let through."""
    return cast(ListJobsType, value)
