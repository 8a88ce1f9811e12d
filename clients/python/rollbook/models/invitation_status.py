from typing import Literal, cast

InvitationStatus = Literal["expired", "pending"]


def check_invitation_status(value: str) -> InvitationStatus:
    """A newer API may have more values: they are let through."""
    return cast(InvitationStatus, value)
