from typing import Literal, cast

InspectedInvitationRole = Literal["admin", "member", "owner"]


def check_inspected_invitation_role(value: str) -> InspectedInvitationRole:
    """A newer API may have more values: they are let through."""
    return cast(InspectedInvitationRole, value)
