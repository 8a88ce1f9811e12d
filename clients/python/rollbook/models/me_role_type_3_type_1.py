from typing import Literal, cast

MeRoleType3Type1 = Literal["admin", "member", "owner"]


def check_me_role_type_3_type_1(value: str) -> MeRoleType3Type1:
    """A newer API may have more values: they are let through."""
    return cast(MeRoleType3Type1, value)
