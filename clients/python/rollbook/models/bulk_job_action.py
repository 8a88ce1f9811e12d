from typing import Literal, cast

BulkJobAction = Literal[
    "add_to_groups",
    "add_to_teams",
    "change_access_role",
    "change_role",
    "reactivate",
    "remove",
    "remove_from_groups",
    "remove_from_teams",
    "resend_invitation",
    "suspend",
]


def check_bulk_job_action(value: str) -> BulkJobAction:
    """A newer API may have more values: they are let through."""
    return cast(BulkJobAction, value)
