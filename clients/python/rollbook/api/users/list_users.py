from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_users_order import ListUsersOrder
from ...models.list_users_paths import ListUsersPaths
from ...models.list_users_role import ListUsersRole
from ...models.list_users_sort import ListUsersSort
from ...models.list_users_status import ListUsersStatus
from ...models.user_list import UserList
from ...types import UNSET, Unset


def list_users(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListUsersSort | Unset = UNSET,
    group_id: str | Unset = UNSET,
    not_in_group_id: str | Unset = UNSET,
    paths: ListUsersPaths | Unset = UNSET,
    changed: str | Unset = UNSET,
    email_prefix: str | Unset = UNSET,
    email: str | Unset = UNSET,
    ids: str | Unset = UNSET,
    external_id: str | Unset = UNSET,
    status: ListUsersStatus | Unset = UNSET,
    role: ListUsersRole | Unset = UNSET,
    as_of: str | Unset = UNSET,
    facets: bool | Unset = UNSET,
    q: str | Unset = UNSET,
    count: bool | Unset = UNSET,
    order: ListUsersOrder | Unset = "asc",
    rollbook_at_least: str | Unset = UNSET,
) -> Call[UserList]:
    """Lists the users of the account, oldest first, without removed users. With `q`, `sort`, `count`,
    `facets`, `groupId` or `notInGroupId`
    it is a search, and every page costs the same. It is cheapest when `fields` names only `id`, `name`,
    `email`, `role`, `status`,
    `externalId` and `createdAt`. `lastSeenAt` is in the answer if `fields` names it, and costs one
    table call more.

    With `asOf` the users of that time are listed, as they were, in the order of their creation. It can
    be combined with `limit`, `cursor`,
    `order`, `fields`, `q`, `role` and `status` only; a page may be shorter than `limit`, and with one
    of the last three even empty, before
    the last one. Words are those of the names of that time, without misspellings.

    For: operator, owner, admin, users:read.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    params["groupId"] = group_id

    params["notInGroupId"] = not_in_group_id

    json_paths: str | Unset = UNSET
    if not isinstance(paths, Unset):
        json_paths = paths

    params["paths"] = json_paths

    params["changed"] = changed

    params["emailPrefix"] = email_prefix

    params["email"] = email

    params["ids"] = ids

    params["externalId"] = external_id

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    json_role: str | Unset = UNSET
    if not isinstance(role, Unset):
        json_role = role

    params["role"] = json_role

    params["asOf"] = as_of

    params["facets"] = facets

    params["q"] = q

    params["count"] = count

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["headers"] = headers
    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/users".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> UserList:
    return UserList.from_dict(answer)
