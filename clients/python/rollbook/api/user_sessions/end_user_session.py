from typing import Any
from urllib.parse import quote

from ...calls import Call, nothing


def end_user_session(
    account_id: str,
    user_id: str,
    session_id: str,
) -> Call[None]:
    """Ends a session of a user at once; of an owner only for owners and operators. They can sign in again:
    to prevent that, suspend the
    user.

    For: operator, owner, admin, self, users:write.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="DELETE",
        path="/v1/accounts/{account_id}/users/{user_id}/sessions/{session_id}".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
            session_id=quote(str(session_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=nothing,
    )
