from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.account import Account
from ...types import UNSET, Unset


def get_account(
    account_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[Account]:
    """Gets an account.

    For: operator, owner, admin, account:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Account:
    return Account.from_dict(answer)
