from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.teams_of_user import TeamsOfUser
from ...types import UNSET, Unset


def list_teams_of_user(
    account_id: str,
    user_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[TeamsOfUser]:
    """Lists all teams that a user is in, or with `asOf` was in then.

    For: operator, owner, admin, self, teams:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/users/{user_id}/teams".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> TeamsOfUser:
    return TeamsOfUser.from_dict(answer)
