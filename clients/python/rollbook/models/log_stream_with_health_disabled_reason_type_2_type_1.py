from typing import Literal, cast

LogStreamWithHealthDisabledReasonType2Type1 = Literal["failing", "gone", "requested"]


def check_log_stream_with_health_disabled_reason_type_2_type_1(
    value: str,
) -> LogStreamWithHealthDisabledReasonType2Type1:
    """A newer API may have more values: they are let through."""
    return cast(LogStreamWithHealthDisabledReasonType2Type1, value)
