from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.membership import Membership
from ...models.membership_change_terms import MembershipChangeTerms
from ...types import UNSET, Unset


def change_membership(
    account_id: str,
    service_group_id: str,
    user_id: str,
    *,
    body: MembershipChangeTerms,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[Membership]:
    """Extends or shortens a membership, removes its end, or changes its access role or the reason for it.
    A manager cannot where the rules of
    the service group leave requests to admins, and gives only the access roles that it offers, none to
    themselves.

    For: operator, owner, admin, manager, memberships:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="PATCH",
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
