from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_role_set import AccessRoleSet
from ...types import UNSET, Unset


def get_access_roles(
    account_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[AccessRoleSet]:
    """Gets the access roles of the account, by key, or those of an earlier time.

    For: operator, owner, admin, member, access-roles:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/access-roles".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AccessRoleSet:
    return AccessRoleSet.from_dict(answer)
