from typing import Literal, cast

MembershipDifferenceChange = Literal["added", "removed"]


def check_membership_difference_change(value: str) -> MembershipDifferenceChange:
    """A newer API may have more values: they are let through."""
    return cast(MembershipDifferenceChange, value)
