from typing import Literal, cast

ChangeWarningCode = Literal["group_left_empty", "large_share", "own_access"]


def check_change_warning_code(value: str) -> ChangeWarningCode:
    """A newer API may have more values: they are let through."""
    return cast(ChangeWarningCode, value)
