from typing import Literal, cast

ExplainedReasonCode = Literal[
    "access_role_removed",
    "account_not_found",
    "account_suspended",
    "no_path",
    "not_allowed_by_access_role",
    "path_ended",
    "service_group_not_found",
    "team_removed",
    "unknown_permission",
    "user_invited",
    "user_not_found",
    "user_removed",
    "user_suspended",
]


def check_explained_reason_code(value: str) -> ExplainedReasonCode:
    """A newer API may have more values: they are let through."""
    return cast(ExplainedReasonCode, value)
