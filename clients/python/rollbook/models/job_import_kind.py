from typing import Literal, cast

JobImportKind = Literal[
    "memberships", "service-groups", "team-members", "teams", "users"
]


def check_job_import_kind(value: str) -> JobImportKind:
    """A newer API may have more values: they are let through."""
    return cast(JobImportKind, value)
