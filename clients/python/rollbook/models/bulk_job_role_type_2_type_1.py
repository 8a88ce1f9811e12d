from typing import Literal, cast

BulkJobRoleType2Type1 = Literal["admin", "member", "owner"]


def check_bulk_job_role_type_2_type_1(value: str) -> BulkJobRoleType2Type1:
    """A newer API may have more values: they are let through."""
    return cast(BulkJobRoleType2Type1, value)
