from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.account import Account
from ...models.change_account import ChangeAccount
from ...types import UNSET, Unset


def change_account(
    account_id: str,
    *,
    body: ChangeAccount,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[Account]:
    """Changes an account (merge patch, RFC 7396). Owners can change its name and metadata, operators
    everything.

    For: operator, owner, account:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="PATCH",
        path="/v1/accounts/{account_id}".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Account:
    return Account.from_dict(answer)
