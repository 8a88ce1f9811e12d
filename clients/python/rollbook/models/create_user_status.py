from typing import Literal, cast

CreateUserStatus = Literal["active", "invited"]


def check_create_user_status(value: str) -> CreateUserStatus:
    """A newer API may have more values: they are let through."""
    return cast(CreateUserStatus, value)
