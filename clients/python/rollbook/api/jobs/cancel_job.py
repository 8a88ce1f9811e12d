from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.job import Job
from ...types import UNSET, Unset


def cancel_job(
    account_id: str,
    job_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[Job]:
    """Cancels an import, a bulk job or an undo after its current chunk: processed rows stay changed. Needs
    the same rights as starting it.

    For: operator, owner, admin, platform:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/jobs/{job_id}/cancel".format(
            account_id=quote(str(account_id), safe=""),
            job_id=quote(str(job_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Job:
    return Job.from_dict(answer)
