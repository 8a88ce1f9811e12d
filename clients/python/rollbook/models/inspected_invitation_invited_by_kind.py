from typing import Literal, cast

InspectedInvitationInvitedByKind = Literal["api-key", "operator", "system", "user"]


def check_inspected_invitation_invited_by_kind(
    value: str,
) -> InspectedInvitationInvitedByKind:
    """A newer API may have more values: they are let through."""
    return cast(InspectedInvitationInvitedByKind, value)
