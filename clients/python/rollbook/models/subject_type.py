from typing import Literal, cast

SubjectType = Literal["user"]


def check_subject_type(value: str) -> SubjectType:
    """A newer API may have more values: they are let through."""
    return cast(SubjectType, value)
