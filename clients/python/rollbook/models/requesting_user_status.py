from typing import Literal, cast

RequestingUserStatus = Literal["active", "invited", "removed", "suspended"]


def check_requesting_user_status(value: str) -> RequestingUserStatus:
    """A newer API may have more values: they are let through."""
    return cast(RequestingUserStatus, value)
