from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.job_list import JobList
from ...models.list_jobs_status import ListJobsStatus
from ...models.list_jobs_type import ListJobsType
from ...types import UNSET, Unset


def list_jobs(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    type_: ListJobsType | Unset = UNSET,
    status: ListJobsStatus | Unset = UNSET,
) -> Call[JobList]:
    """Lists the jobs of the last 90 days, newest first.

    For: operator, owner, admin, jobs:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_type_: str | Unset = UNSET
    if not isinstance(type_, Unset):
        json_type_ = type_

    params["type"] = json_type_

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/jobs".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> JobList:
    return JobList.from_dict(answer)
