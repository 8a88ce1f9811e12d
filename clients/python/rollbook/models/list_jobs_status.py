from typing import Literal, cast

ListJobsStatus = Literal["cancelled", "done", "paused", "running"]


def check_list_jobs_status(value: str) -> ListJobsStatus:
    """A newer API may have more values: they are let through."""
    return cast(ListJobsStatus, value)
