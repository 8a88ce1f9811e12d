from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.list_service_groups_of_user_order import ListServiceGroupsOfUserOrder
from ...models.list_service_groups_of_user_paths import ListServiceGroupsOfUserPaths
from ...models.membership_list import MembershipList
from ...types import UNSET, Unset


def list_service_groups_of_user(
    account_id: str,
    user_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    paths: ListServiceGroupsOfUserPaths | Unset = "direct",
    ending: bool | Unset = UNSET,
    as_of: str | Unset = UNSET,
    order: ListServiceGroupsOfUserOrder | Unset = "asc",
) -> Call[MembershipList]:
    """Lists the service groups of which a user is a member, oldest group first; with `paths=all` all that
    they may enter, also by a team: for a
    "Select Service Group" dropdown.

    For: operator, owner, admin, self, memberships:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

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

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/users/{user_id}/service-groups".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> MembershipList:
    return MembershipList.from_dict(answer)
