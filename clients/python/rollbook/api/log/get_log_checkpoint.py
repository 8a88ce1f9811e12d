from typing import Any
from urllib.parse import quote

from ...calls import Call, raw


def get_log_checkpoint(
    account_id: str,
) -> Call[bytes]:
    """Gets the newest checkpoint of the account's own log: how many events it has, and the root of their
    tree, signed. Keep it elsewhere.

    For: operator, owner, admin, events:read.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/log/checkpoint".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=raw,
    )
