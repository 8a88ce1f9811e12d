from typing import Literal, cast

GetMembershipMatrixOrder = Literal["asc", "desc"]


def check_get_membership_matrix_order(value: str) -> GetMembershipMatrixOrder:
    """A newer API may have more values: they are let through."""
    return cast(GetMembershipMatrixOrder, value)
