from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.log import Log


def get_log(
    account_id: str,
) -> Call[Log]:
    """Gets the name and key of the log in which the account's events are.

    For: operator, owner, admin, events:read.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/log".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Log:
    return Log.from_dict(answer)
