from typing import Literal, cast

LogStreamDisabledReasonType3Type1 = Literal["failing", "gone", "requested"]


def check_log_stream_disabled_reason_type_3_type_1(
    value: str,
) -> LogStreamDisabledReasonType3Type1:
    """A newer API may have more values: they are let through."""
    return cast(LogStreamDisabledReasonType3Type1, value)
