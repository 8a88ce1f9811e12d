from typing import Literal, cast

JobStopCode = Literal[
    "actor_removed",
    "actor_role_lost",
    "actor_suspended",
    "api_key_expired",
    "api_key_revoked",
    "api_key_scope_missing",
]


def check_job_stop_code(value: str) -> JobStopCode:
    """A newer API may have more values: they are let through."""
    return cast(JobStopCode, value)
