from typing import Literal, cast

MemberUserRole = Literal["admin", "member", "owner"]


def check_member_user_role(value: str) -> MemberUserRole:
    """A newer API may have more values: they are let through."""
    return cast(MemberUserRole, value)
