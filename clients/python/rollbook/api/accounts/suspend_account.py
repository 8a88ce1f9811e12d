from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.account import Account
from ...types import UNSET, Unset


def suspend_account(
    account_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[Account]:
    """Suspends an account: its users are refused, and nothing in it can change until it is reactivated.
    Requires If-Match.

    For: operator, platform:write.
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
        path="/v1/accounts/{account_id}/suspend".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Account:
    return Account.from_dict(answer)
