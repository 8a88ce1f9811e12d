from typing import Literal, cast

KindOfSubjectType = Literal["user"]


def check_kind_of_subject_type(value: str) -> KindOfSubjectType:
    """A newer API may have more values: they are let through."""
    return cast(KindOfSubjectType, value)
