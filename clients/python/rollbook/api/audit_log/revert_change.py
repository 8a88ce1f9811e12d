from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.job import Job
from ...models.reverted_change import RevertedChange
from ...types import UNSET, Unset


def revert_change(
    account_id: str,
    correlation_id: str,
    *,
    at: str | Unset = UNSET,
    actor: str | Unset = UNSET,
    rollbook_at_least: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[Job | RevertedChange]:
    """Undoes everything that one request did to users, memberships and service groups, even weeks later:
    each is again what it was before.
    What other actors have done with the same correlation id is left alone. An undo that would change
    nothing is refused. Up to 32 users,
    service groups and teams are one change: if any part cannot be undone, because it was changed again
    since, or erased, or was a removal,
    nothing changes, and `detail` has each reason. What is larger, such as an import or a bulk job, is
    undone by a job, one user or service
    group at a time; those that cannot be undone are listed in its `refused.csv`. With dryRun=true the
    answer is then a preview. Needs the
    rights that the changes themselves need. A `correlationId` that a client made up needs `at`. The log
    is eventually consistent:
    `Rollbook-At-Least` waits for what was just changed.

    For: operator, owner, admin, events:read.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    params: dict[str, Any] = {}

    params["at"] = at

    params["actor"] = actor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["headers"] = headers
    _kwargs["params"] = params
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/changes/{correlation_id}/revert".format(
            account_id=quote(str(account_id), safe=""),
            correlation_id=quote(str(correlation_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Job | RevertedChange:
    if status == 200:
        return RevertedChange.from_dict(answer)
    return Job.from_dict(answer)
