from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.replace_service_groups import ReplaceServiceGroups
from ...models.replaced_service_groups import ReplacedServiceGroups
from ...types import UNSET, Unset


def replace_service_groups(
    account_id: str,
    user_id: str,
    *,
    body: ReplaceServiceGroups,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[ReplacedServiceGroups]:
    """Replaces the service groups of a user. Up to 32 changes are one transaction; more take several,
    removals first, and an
    interrupted request can simply be sent again: with the same key and `If-Match`, it goes on from
    where it ended. If one
    group is unknown, nothing is changed.

    For: operator, owner, admin, memberships:write.
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
        method="PUT",
        path="/v1/accounts/{account_id}/users/{user_id}/service-groups".format(
            account_id=quote(str(account_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ReplacedServiceGroups:
    return ReplacedServiceGroups.from_dict(answer)
