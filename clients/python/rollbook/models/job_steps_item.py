from typing import Literal, cast

JobStepsItem = Literal["cancel", "pause", "resume"]


def check_job_steps_item(value: str) -> JobStepsItem:
    """A newer API may have more values: they are let through."""
    return cast(JobStepsItem, value)
