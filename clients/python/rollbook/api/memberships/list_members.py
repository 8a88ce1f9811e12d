from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_members_order import ListMembersOrder
from ...models.list_members_paths import ListMembersPaths
from ...models.list_members_sort import ListMembersSort
from ...models.membership_list import MembershipList
from ...types import UNSET, Unset


def list_members(
    account_id: str,
    service_group_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListMembersSort | Unset = UNSET,
    q: str | Unset = UNSET,
    paths: ListMembersPaths | Unset = "direct",
    ending: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    order: ListMembersOrder | Unset = "asc",
    rollbook_at_least: str | Unset = UNSET,
) -> Call[MembershipList]:
    """Lists the users of a service group, oldest user first (not in the order in which they joined, see
    `since`), with `paths=all` also those who
    may enter it by a team. Eventually consistent: a change may take a moment to appear. With `q` or
    `sort` it is a search: a page may be
    shorter than `limit` before the last one, and who has come by a team is found within 5 seconds.

    For: operator, owner, admin, manager, memberships:read.
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

    params["q"] = q

    json_paths: str | Unset = UNSET
    if not isinstance(paths, Unset):
        json_paths = paths

    params["paths"] = json_paths

    params["ending"] = ending

    params["asOf"] = as_of

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["headers"] = headers
    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/members".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> MembershipList:
    return MembershipList.from_dict(answer)
