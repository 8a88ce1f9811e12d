from typing import Any
from urllib.parse import quote

from ...calls import Call, raw


def get_log_tile(
    account_id: str,
    level: str,
    path: str,
) -> Call[bytes]:
    """Gets hashes of the account's tree, or entries: a tile of https://c2sp.org/tlog-tiles. `level` is 0,
    1, … or `entries`; `path` is `000`, and
    `000.p/5` for the first 5 of it. A key with `log:monitor` gets hashes.

    For: operator, owner, admin, events:read, log:monitor.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/log/tile/{level}/{path}".format(
            account_id=quote(str(account_id), safe=""),
            level=quote(str(level), safe=""),
            path=quote(str(path), safe=""),
        ),
        kwargs=_kwargs,
        parse=raw,
    )
