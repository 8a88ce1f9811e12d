from typing import Literal, cast

InvitedUserRole = Literal["admin", "member", "owner"]


def check_invited_user_role(value: str) -> InvitedUserRole:
    """A newer API may have more values: they are let through."""
    return cast(InvitedUserRole, value)
