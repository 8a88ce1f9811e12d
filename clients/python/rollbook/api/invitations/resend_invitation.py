from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.invited_user import InvitedUser
from ...types import UNSET, Unset


def resend_invitation(
    account_id: str,
    user_id: str,
    *,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[InvitedUser]:
    """Sends an invitation again, valid for another seven days. The token in the previous mail becomes
    invalid.

    For: operator, owner, admin, users:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/invitations/{user_id}/resend".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> InvitedUser:
    return InvitedUser.from_dict(answer)
