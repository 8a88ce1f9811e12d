from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.diff_service_groups_of_user_order import DiffServiceGroupsOfUserOrder
from ...models.membership_diff import MembershipDiff
from ...types import UNSET, Unset


def diff_service_groups_of_user(
    account_id: str,
    user_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    from_: str,
    to: str | Unset = UNSET,
    order: DiffServiceGroupsOfUserOrder | Unset = "asc",
) -> Call[MembershipDiff]:
    """Lists the service groups that a user gained and lost between two moments, net, oldest group first:
    by memberships of their own, not by
    teams.

    For: operator, owner, admin, self, memberships:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["from"] = from_

    params["to"] = to

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/users/{user_id}/service-groups/diff".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> MembershipDiff:
    return MembershipDiff.from_dict(answer)
