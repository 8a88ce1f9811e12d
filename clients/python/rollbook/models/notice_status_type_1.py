from typing import Literal, cast

NoticeStatusType1 = Literal["approved", "lapsed", "refused", "requested", "withdrawn"]


def check_notice_status_type_1(value: str) -> NoticeStatusType1:
    """A newer API may have more values: they are let through."""
    return cast(NoticeStatusType1, value)
