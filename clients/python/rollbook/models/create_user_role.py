from typing import Literal, cast

CreateUserRole = Literal["admin", "member", "owner"]


def check_create_user_role(value: str) -> CreateUserRole:
    """A newer API may have more values: they are let through."""
    return cast(CreateUserRole, value)
