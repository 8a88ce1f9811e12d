from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.batch_result import BatchResult
from ...models.create_users import CreateUsers
from ...types import UNSET, Unset


def create_users(
    account_id: str,
    *,
    body: CreateUsers,
    idempotency_key: str | Unset = UNSET,
) -> Call[BatchResult]:
    """Creates up to 1,000 users. Each row succeeds or fails on its own. For admins a batch that contains
    an owner is refused.

    For: operator, owner, admin, users:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/users/batch".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> BatchResult:
    return BatchResult.from_dict(answer)
