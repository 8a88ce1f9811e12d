from typing import Literal, cast

FoundType = Literal["service_group", "user"]


def check_found_type(value: str) -> FoundType:
    """A newer API may have more values: they are let through."""
    return cast(FoundType, value)
