from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.membership import Membership
from ...types import UNSET, Unset


def get_member(
    account_id: str,
    service_group_id: str,
    user_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[Membership]:
    """Checks whether a user may enter a service group now, or with `asOf` whether they were a member of it
    then: 200 if so, 404 if not.
    The past is what the events of the two add up to.

    For: operator, owner, admin, manager, self, memberships:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/members/{user_id}".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Membership:
    return Membership.from_dict(answer)
