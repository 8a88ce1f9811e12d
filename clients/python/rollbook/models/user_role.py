from typing import Literal, cast

UserRole = Literal["admin", "member", "owner"]


def check_user_role(value: str) -> UserRole:
    """A newer API may have more values: they are let through."""
    return cast(UserRole, value)
