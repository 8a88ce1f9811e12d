from typing import Literal, cast

ChangeResultAction = Literal["add", "change", "remove"]


def check_change_result_action(value: str) -> ChangeResultAction:
    """A newer API may have more values: they are let through."""
    return cast(ChangeResultAction, value)
