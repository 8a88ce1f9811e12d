from typing import Literal, cast

NoticeKind = Literal["asked", "decided", "ending"]


def check_notice_kind(value: str) -> NoticeKind:
    """A newer API may have more values: they are let through."""
    return cast(NoticeKind, value)
