from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.usage import Usage


def get_usage(
    account_id: str,
) -> Call[Usage]:
    """Gets an account's usage and its limits.

    For: operator, owner, admin, account:read.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/usage".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Usage:
    return Usage.from_dict(answer)
