from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.batch_result import BatchResult
from ...models.change_members import ChangeMembers
from ...types import UNSET, Unset


def change_members(
    account_id: str,
    service_group_id: str,
    *,
    body: ChangeMembers,
    idempotency_key: str | Unset = UNSET,
) -> Call[BatchResult]:
    """Adds and removes up to 1,000 members. Each row succeeds or fails on its own. A manager can only
    remove where the rules of the service
    group leave requests to admins.

    For: operator, owner, admin, manager, memberships:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/members/batch".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> BatchResult:
    return BatchResult.from_dict(answer)
