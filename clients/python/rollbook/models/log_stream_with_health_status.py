from typing import Literal, cast

LogStreamWithHealthStatus = Literal["active", "disabled"]


def check_log_stream_with_health_status(value: str) -> LogStreamWithHealthStatus:
    """A newer API may have more values: they are let through."""
    return cast(LogStreamWithHealthStatus, value)
