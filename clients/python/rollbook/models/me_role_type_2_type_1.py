from typing import Literal, cast

MeRoleType2Type1 = Literal["admin", "member", "owner"]


def check_me_role_type_2_type_1(value: str) -> MeRoleType2Type1:
    """A newer API may have more values: they are let through."""
    return cast(MeRoleType2Type1, value)
