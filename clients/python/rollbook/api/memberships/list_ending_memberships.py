from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.membership_list import MembershipList
from ...types import UNSET, Unset


def list_ending_memberships(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    rollbook_at_least: str | Unset = UNSET,
) -> Call[MembershipList]:
    """Lists the memberships of an account that end by themselves, soonest first: by default those of the
    next seven days, without places in teams and their access. What is
    found is read strongly consistently, and what no longer has that end is left out: a page may be
    shorter than `limit`, even empty,
    before the last one. Eventually consistent: a new end may take a moment to appear.

    For: operator, owner, admin, memberships:read.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["from"] = from_

    params["to"] = to

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["headers"] = headers
    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/memberships/ending".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> MembershipList:
    return MembershipList.from_dict(answer)
