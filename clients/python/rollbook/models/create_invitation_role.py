from typing import Literal, cast

CreateInvitationRole = Literal["admin", "member", "owner"]


def check_create_invitation_role(value: str) -> CreateInvitationRole:
    """A newer API may have more values: they are let through."""
    return cast(CreateInvitationRole, value)
