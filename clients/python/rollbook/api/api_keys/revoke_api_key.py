from typing import Any
from urllib.parse import quote

from ...calls import Call, nothing
from ...types import UNSET, Unset


def revoke_api_key(
    account_id: str,
    api_key_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[None]:
    """Revokes an API key: within five seconds it is refused everywhere.

    For: operator, owner.
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
        path="/v1/accounts/{account_id}/api-keys/{api_key_id}".format(
            account_id=quote(str(account_id), safe=""),
            api_key_id=quote(str(api_key_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=nothing,
    )
