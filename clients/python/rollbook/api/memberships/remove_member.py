from typing import Any
from urllib.parse import quote

from ...calls import Call, nothing
from ...types import UNSET, Unset


def remove_member(
    account_id: str,
    service_group_id: str,
    user_id: str,
    *,
    prefer: str | Unset = UNSET,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[None]:
    """Removes a user from a service group. With `Prefer: return=representation` the answer says by which
    teams they still may enter it, a dry run
    says so if both have teams.

    For: operator, owner, admin, manager, memberships:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(prefer, Unset):
        headers["Prefer"] = prefer

    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["headers"] = headers
    return Call(
        method="DELETE",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/members/{user_id}".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=nothing,
    )
