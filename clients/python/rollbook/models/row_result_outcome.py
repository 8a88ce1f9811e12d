from typing import Literal, cast

RowResultOutcome = Literal["done", "refused", "unchanged"]


def check_row_result_outcome(value: str) -> RowResultOutcome:
    """A newer API may have more values: they are let through."""
    return cast(RowResultOutcome, value)
