from typing import Literal, cast

ChangeResultOutcome = Literal["done", "refused", "unchanged"]


def check_change_result_outcome(value: str) -> ChangeResultOutcome:
    """A newer API may have more values: they are let through."""
    return cast(ChangeResultOutcome, value)
