from typing import Literal, cast

InvitedUserStatus = Literal["active", "invited", "removed", "suspended"]


def check_invited_user_status(value: str) -> InvitedUserStatus:
    """A newer API may have more values: they are let through."""
    return cast(InvitedUserStatus, value)
