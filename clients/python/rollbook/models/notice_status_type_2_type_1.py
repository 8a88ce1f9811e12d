from typing import Literal, cast

NoticeStatusType2Type1 = Literal[
    "approved", "lapsed", "refused", "requested", "withdrawn"
]


def check_notice_status_type_2_type_1(value: str) -> NoticeStatusType2Type1:
    """A newer API may have more values: they are let through."""
    return cast(NoticeStatusType2Type1, value)
