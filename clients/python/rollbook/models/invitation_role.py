from typing import Literal, cast

InvitationRole = Literal["admin", "member", "owner"]


def check_invitation_role(value: str) -> InvitationRole:
    """A newer API may have more values: they are let through."""
    return cast(InvitationRole, value)
