from typing import Literal, cast

LogStreamDisabledReasonType2Type1 = Literal["failing", "gone", "requested"]


def check_log_stream_disabled_reason_type_2_type_1(
    value: str,
) -> LogStreamDisabledReasonType2Type1:
    """A newer API may have more values: they are let through."""
    return cast(LogStreamDisabledReasonType2Type1, value)
