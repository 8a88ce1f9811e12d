from typing import Any
from urllib.parse import quote

from ...calls import Call, nothing
from ...types import UNSET, Unset


def close_account(
    account_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[None]:
    """Closes an account: nobody can read it any more, and its users and service groups are removed.
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
        method="DELETE",
        path="/v1/accounts/{account_id}".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=nothing,
    )
