from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.diff_memberships_order import DiffMembershipsOrder
from ...models.membership_diff import MembershipDiff
from ...types import UNSET, Unset


def diff_memberships(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    from_: str,
    to: str | Unset = UNSET,
    order: DiffMembershipsOrder | Unset = "asc",
) -> Call[MembershipDiff]:
    """Lists who gained and who lost access to what in an account between two moments, net, in the order of
    the events: by memberships of their
    own. For teams see their events, or compare lists with `paths=all` and `asOf`. A page is read from
    the log: one call for up to `limit` events, and three for each user they are about. So it may be
    shorter than `limit`, even empty,
    before the last one, and longer where a user was removed: all their memberships ended with one
    event. `counts` are of the first page,
    at least. A membership that ended by itself, or with its service group, is listed once its event is
    there, if that came within a day,
    or that of its user's removal.

    For: operator, owner, admin, memberships:read.
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
        path="/v1/accounts/{account_id}/memberships/diff".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> MembershipDiff:
    return MembershipDiff.from_dict(answer)
