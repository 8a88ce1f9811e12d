from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.change_memberships import ChangeMemberships
from ...models.changed_memberships import ChangedMemberships
from ...types import UNSET, Unset


def change_memberships(
    account_id: str,
    *,
    body: ChangeMemberships,
    idempotency_key: str | Unset = UNSET,
) -> Call[ChangedMemberships]:
    """Adds and removes up to 1,000 memberships of any users in any service groups. Each change succeeds or
    fails on its own.
    The changes of one user are committed together, up to 32 at once, and their events are in the order
    of the changes. With
    dryRun=true it returns the expected result of each change, the events that would be published, and
    warnings.

    For: operator, owner, admin, memberships:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/memberships/batch".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ChangedMemberships:
    return ChangedMemberships.from_dict(answer)
