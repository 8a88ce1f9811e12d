from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.create_bulk_job import CreateBulkJob
from ...models.job import Job
from ...types import UNSET, Unset


def create_bulk_job(
    account_id: str,
    *,
    body: CreateBulkJob,
    idempotency_key: str | Unset = UNSET,
) -> Call[Job]:
    """Starts one action on many users, selected by their ids or by a query that is evaluated once, now. A
    job processes each
    user on their own and exactly once, even if it is interrupted; refused users are listed in its
    `refused.csv`. What would be
    refused for everybody, such as an end that has passed, is refused before there is a job. With
    dryRun=true the answer is a preview: counts, samples and warnings. The members of a group that a
    query names are eventually
    consistent.

    For: operator, owner, admin, users:write, memberships:write, teams:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/bulk-jobs".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Job:
    return Job.from_dict(answer)
