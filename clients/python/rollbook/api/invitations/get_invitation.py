from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.invitation import Invitation


def get_invitation(
    account_id: str,
    user_id: str,
) -> Call[Invitation]:
    """Gets the invitation of a user.

    For: operator, owner, admin, users:read.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/invitations/{user_id}".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Invitation:
    return Invitation.from_dict(answer)
