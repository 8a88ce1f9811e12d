from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.session_list import SessionList
from ...types import UNSET, Unset


def list_user_sessions(
    account_id: str,
    user_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
) -> Call[SessionList]:
    """Lists the browser sessions of a user in this account, newest first; those of owners only to owners
    and operators. A new session
    may take a moment to appear. Sessions that can no longer be used are left out, so a page may be
    shorter than `limit`.

    For: operator, owner, admin, self, users:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/users/{user_id}/sessions".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> SessionList:
    return SessionList.from_dict(answer)
