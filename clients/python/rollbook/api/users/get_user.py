from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.user import User
from ...types import UNSET, Unset


def get_user(
    account_id: str,
    user_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[User]:
    """Gets a user. Users can always read themselves. `lastSeenAt` is in the answer if `fields` names it,
    and costs one table call more.

    For: operator, owner, admin, self, users:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/users/{user_id}".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> User:
    return User.from_dict(answer)
