from typing import Literal, cast

BulkJobRoleType3Type1 = Literal["admin", "member", "owner"]


def check_bulk_job_role_type_3_type_1(value: str) -> BulkJobRoleType3Type1:
    """A newer API may have more values: they are let through."""
    return cast(BulkJobRoleType3Type1, value)
