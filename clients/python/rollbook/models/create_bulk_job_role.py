from typing import Literal, cast

CreateBulkJobRole = Literal["admin", "member", "owner"]


def check_create_bulk_job_role(value: str) -> CreateBulkJobRole:
    """A newer API may have more values: they are let through."""
    return cast(CreateBulkJobRole, value)
