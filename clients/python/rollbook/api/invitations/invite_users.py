from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.create_invitations import CreateInvitations
from ...models.invitation_batch_result import InvitationBatchResult
from ...types import UNSET, Unset


def invite_users(
    account_id: str,
    *,
    body: CreateInvitations,
    idempotency_key: str | Unset = UNSET,
) -> Call[InvitationBatchResult]:
    """Invites up to 100 people. Each row succeeds or fails on its own. If the batch is repeated with the
    same key, the first
    answer is returned for people already invited, and refused rows are tried again.

    For: operator, owner, admin, users:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/invitations/batch".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> InvitationBatchResult:
    return InvitationBatchResult.from_dict(answer)
