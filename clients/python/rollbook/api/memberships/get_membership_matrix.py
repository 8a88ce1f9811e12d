from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.get_membership_matrix_order import GetMembershipMatrixOrder
from ...models.matrix import Matrix
from ...types import UNSET, Unset


def get_membership_matrix(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    group_ids: str,
    user_ids: str | Unset = UNSET,
    q: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
    order: GetMembershipMatrixOrder | Unset = "asc",
    rollbook_at_least: str | Unset = UNSET,
) -> Call[Matrix]:
    """Gets who may enter what: users as rows, service groups as columns. Strongly consistent, and at most
    three table calls:
    with `userIds`, up to 240 cells (users times service groups); without, up to 144, and a page has
    fewer users than
    `limit` if more would not fit. What teams open is in `teamCells`, which takes a call more if there
    is anything. With `q` the users are searched for, and (users + 1) × (service groups + 1) is up to
    199.

    With `asOf` it is who might enter what at that time, with the names of that time: the same cells on
    a page, a call for each user and
    service group that has changed since, and without `userIds` by when the users came, eventually
    consistent.

    For: operator, owner, admin, memberships:read.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["groupIds"] = group_ids

    params["userIds"] = user_ids

    params["q"] = q

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
        path="/v1/accounts/{account_id}/memberships/matrix".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Matrix:
    return Matrix.from_dict(answer)
