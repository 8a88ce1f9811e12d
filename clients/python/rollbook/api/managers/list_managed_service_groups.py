from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.managed_service_group_list import ManagedServiceGroupList
from ...types import UNSET, Unset


def list_managed_service_groups(
    account_id: str,
    user_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
) -> Call[ManagedServiceGroupList]:
    """Lists the service groups that a user manages, oldest group first. With `asOf` those that they
    managed at that time, in the order in which
    they were made a manager of them, from the log: a page may be shorter than `limit`, even empty,
    before the last one.

    For: operator, owner, admin, self, memberships:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/users/{user_id}/managed-service-groups".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ManagedServiceGroupList:
    return ManagedServiceGroupList.from_dict(answer)
