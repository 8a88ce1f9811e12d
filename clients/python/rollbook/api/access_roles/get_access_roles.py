from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.access_roles import AccessRoles
from ...types import UNSET, Unset


def get_access_roles(
    account_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[AccessRoles]:
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


def _parse(status: int, answer: Any) -> AccessRoles:
    return AccessRoles.from_dict(answer)
