from typing import Literal, cast

ChangeUserRole = Literal["admin", "member", "owner"]


def check_change_user_role(value: str) -> ChangeUserRole:
    """A newer API may have more values: they are let through."""
    return cast(ChangeUserRole, value)
