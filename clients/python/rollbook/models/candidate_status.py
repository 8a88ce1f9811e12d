from typing import Literal, cast

CandidateStatus = Literal["active", "invited", "suspended"]


def check_candidate_status(value: str) -> CandidateStatus:
    """A newer API may have more values: they are let through."""
    return cast(CandidateStatus, value)
