from typing import Literal, cast

ReadinessStatus = Literal["ready"]


def check_readiness_status(value: str) -> ReadinessStatus:
    """A newer API may have more values: they are let through."""
    return cast(ReadinessStatus, value)
