from typing import Literal, cast

MembershipChangeAction = Literal["add", "change", "remove"]


def check_membership_change_action(value: str) -> MembershipChangeAction:
    """A newer API may have more values: they are let through."""
    return cast(MembershipChangeAction, value)
