from typing import Literal, cast

ListInvitationsOrder = Literal["asc", "desc"]


def check_list_invitations_order(value: str) -> ListInvitationsOrder:
    """A newer API may have more values: they are let through."""
    return cast(ListInvitationsOrder, value)
