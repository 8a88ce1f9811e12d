from typing import Literal, cast

LogStreamWithHealthDisabledReasonType3Type1 = Literal["failing", "gone", "requested"]


def check_log_stream_with_health_disabled_reason_type_3_type_1(
    value: str,
) -> LogStreamWithHealthDisabledReasonType3Type1:
    """A newer API may have more values: they are let through."""
    return cast(LogStreamWithHealthDisabledReasonType3Type1, value)
