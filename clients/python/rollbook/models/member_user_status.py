from typing import Literal, cast

MemberUserStatus = Literal["active", "invited", "suspended"]


def check_member_user_status(value: str) -> MemberUserStatus:
    """A newer API may have more values: they are let through."""
    return cast(MemberUserStatus, value)
