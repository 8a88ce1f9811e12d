from typing import Literal, cast

LogStreamWithHealthDisabledReasonType1 = Literal["failing", "gone", "requested"]


def check_log_stream_with_health_disabled_reason_type_1(
    value: str,
) -> LogStreamWithHealthDisabledReasonType1:
    """A newer API may have more values: they are let through."""
    return cast(LogStreamWithHealthDisabledReasonType1, value)
