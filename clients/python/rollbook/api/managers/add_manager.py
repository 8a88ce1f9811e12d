from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.manager import Manager
from ...types import UNSET, Unset


def add_manager(
    account_id: str,
    service_group_id: str,
    user_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[Manager]:
    """Makes a user a manager of a service group: 201, or 200 if they are one already. While they are
    active, they see its members
    and history, and add and remove members. Nothing else of the account is theirs.

    For: operator, owner, admin, managers:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["headers"] = headers
    return Call(
        method="PUT",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/managers/{user_id}".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Manager:
    if status == 200:
        return Manager.from_dict(answer)
    return Manager.from_dict(answer)
