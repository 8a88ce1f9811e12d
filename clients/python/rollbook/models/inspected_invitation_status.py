from typing import Literal, cast

InspectedInvitationStatus = Literal["expired", "pending"]


def check_inspected_invitation_status(value: str) -> InspectedInvitationStatus:
    """A newer API may have more values: they are let through."""
    return cast(InspectedInvitationStatus, value)
