from typing import Literal, cast

BulkJobRoleType1 = Literal["admin", "member", "owner"]


def check_bulk_job_role_type_1(value: str) -> BulkJobRoleType1:
    """A newer API may have more values: they are let through."""
    return cast(BulkJobRoleType1, value)
