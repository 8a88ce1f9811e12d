from typing import Literal, cast

UserStatus = Literal["active", "invited", "removed", "suspended"]


def check_user_status(value: str) -> UserStatus:
    """A newer API may have more values: they are let through."""
    return cast(UserStatus, value)
