from typing import Literal, cast

ListInvitationsSort = Literal[
    "-createdAt", "-email", "-name", "createdAt", "email", "name"
]


def check_list_invitations_sort(value: str) -> ListInvitationsSort:
    """A newer API may have more values: they are let through."""
    return cast(ListInvitationsSort, value)
