from typing import Any
from urllib.parse import quote

from ...calls import Call, raw
from ...models.read_snapshot_form import ReadSnapshotForm
from ...types import UNSET, Unset


def read_snapshot(
    account_id: str,
    *,
    form: ReadSnapshotForm | Unset = "events",
    after: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Call[bytes]:
    """Gets the present state of the account as the events that would create it, one per line: the account,
    its service groups with their
    managers, its users, their memberships. They have no `sequence`. The last line is the cursor with
    which to go on in the feed, which
    repeats what happened in the last minute, with `completeTo` and `readAt`: changes made before
    `completeTo` are in the snapshot. Without
    that line the answer is incomplete. With `limit` it comes in pages. `form=access` has only what
    access depends on, many to a line.

    For: operator, owner, admin, events:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    json_form: str | Unset = UNSET
    if not isinstance(form, Unset):
        json_form = form

    params["form"] = json_form

    params["after"] = after

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/changes/snapshot".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=raw,
    )
