from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.invitation_list import InvitationList
from ...models.list_invitations_order import ListInvitationsOrder
from ...models.list_invitations_role import ListInvitationsRole
from ...models.list_invitations_sort import ListInvitationsSort
from ...types import UNSET, Unset


def list_invitations(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    sort: ListInvitationsSort | Unset = UNSET,
    role: ListInvitationsRole | Unset = UNSET,
    facets: bool | Unset = UNSET,
    q: str | Unset = UNSET,
    count: bool | Unset = UNSET,
    order: ListInvitationsOrder | Unset = "asc",
) -> Call[InvitationList]:
    """Lists invitations that have not been accepted, including expired ones, without their tokens.

    For: operator, owner, admin, users:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    json_role: str | Unset = UNSET
    if not isinstance(role, Unset):
        json_role = role

    params["role"] = json_role

    params["facets"] = facets

    params["q"] = q

    params["count"] = count

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/invitations".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> InvitationList:
    return InvitationList.from_dict(answer)
