from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.diff_members_order import DiffMembersOrder
from ...models.membership_diff import MembershipDiff
from ...types import UNSET, Unset


def diff_members(
    account_id: str,
    service_group_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    from_: str,
    to: str | Unset = UNSET,
    order: DiffMembersOrder | Unset = "asc",
) -> Call[MembershipDiff]:
    """Lists who joined and who left a service group between two moments, oldest user first. Net: users who
    left and came back are not listed.
    The memberships of the group, present and past, are read and filtered; the first page counts up to
    1,000 changes. Who may enter by a team
    is not compared: only memberships of their own are.

    For: operator, owner, admin, manager, memberships:read.
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
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/members/diff".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> MembershipDiff:
    return MembershipDiff.from_dict(answer)
