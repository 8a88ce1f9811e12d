from typing import Literal, cast

NoticeStatusType3Type1 = Literal[
    "approved", "lapsed", "refused", "requested", "withdrawn"
]


def check_notice_status_type_3_type_1(value: str) -> NoticeStatusType3Type1:
    """A newer API may have more values: they are let through."""
    return cast(NoticeStatusType3Type1, value)
