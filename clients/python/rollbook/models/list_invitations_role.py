from typing import Literal, cast

ListInvitationsRole = Literal["admin", "member", "owner"]


def check_list_invitations_role(value: str) -> ListInvitationsRole:
    """A newer API may have more values: they are let through."""
    return cast(ListInvitationsRole, value)
