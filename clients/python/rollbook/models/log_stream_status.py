from typing import Literal, cast

LogStreamStatus = Literal["active", "disabled"]


def check_log_stream_status(value: str) -> LogStreamStatus:
    """A newer API may have more values: they are let through."""
    return cast(LogStreamStatus, value)
