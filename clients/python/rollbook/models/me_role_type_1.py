from typing import Literal, cast

MeRoleType1 = Literal["admin", "member", "owner"]


def check_me_role_type_1(value: str) -> MeRoleType1:
    """A newer API may have more values: they are let through."""
    return cast(MeRoleType1, value)
