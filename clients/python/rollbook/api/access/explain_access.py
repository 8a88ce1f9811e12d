from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.explanation import Explanation
from ...types import UNSET, Unset


def explain_access(
    account_id: str,
    service_group_id: str,
    user_id: str,
    *,
    as_of: str | Unset = UNSET,
    permission: str | Unset = "enter",
) -> Call[Explanation]:
    """Explains why a user may, or may not, enter a service group or do something there: every way by which
    they may enter, a membership of their own or
    a team, what it allows, since when, until when and who gave it; and if the answer is no, the nearest
    reason. With `asOf` it is what
    the events up to then add up to. A user or a service group that does not exist is a reason, not a
    problem.

    For: operator, owner, admin, manager, self, memberships:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params["permission"] = permission

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/members/{user_id}/explain".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Explanation:
    return Explanation.from_dict(answer)
