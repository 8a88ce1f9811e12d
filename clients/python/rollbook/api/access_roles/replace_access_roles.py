from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_role_set import AccessRoleSet
from ...models.replace_access_roles import ReplaceAccessRoles
from ...types import UNSET, Unset


def replace_access_roles(
    account_id: str,
    *,
    body: ReplaceAccessRoles,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[AccessRoleSet]:
    """Replaces the access roles of the account. A role is recognised by its key: with a known key it is
    changed, for everybody who has it;
    with a new one it is created; a role that is missing is removed, and who had it may only enter from
    then on.

    For: operator, owner, admin, access-roles:write.
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
        path="/v1/accounts/{account_id}/access-roles".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccessRoleSet:
    return AccessRoleSet.from_dict(answer)
