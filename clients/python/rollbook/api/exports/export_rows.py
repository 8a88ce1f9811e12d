from typing import Any
from urllib.parse import quote

from ...calls import Call, raw
from ...models.export_rows_format import ExportRowsFormat
from ...models.export_rows_role import ExportRowsRole
from ...models.export_rows_status import ExportRowsStatus
from ...types import UNSET, Unset


def export_rows(
    account_id: str,
    exported: str,
    *,
    format_: ExportRowsFormat | Unset = "csv",
    service_group_id: str | Unset = UNSET,
    team_id: str | Unset = UNSET,
    user_id: str | Unset = UNSET,
    q: str | Unset = UNSET,
    role: ExportRowsRole | Unset = UNSET,
    status: ExportRowsStatus | Unset = UNSET,
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    type_: str | Unset = UNSET,
    actor: str | Unset = UNSET,
    subject: str | Unset = UNSET,
    as_of: str | Unset = UNSET,
    bom: bool | Unset = UNSET,
) -> Call[bytes]:
    """Exports all users, service groups, memberships, teams or who is in them, in the format of an import,
    or the audit log, oldest first, as
    a stream. If the connection breaks, the export is incomplete. Memberships, who is in teams, and
    events are eventually consistent.

    All but events also as it was: `asOf`. Users by `q`, `role` and `status`, service groups by `q`,
    memberships and who is in teams by the
    same of their users, or of one service group, team or user. Events by what narrows their list:
    `from`, `to`, `type`,
    `q`, `actor` and `subject`. What does not narrow a part is refused.

    For: operator, owner, admin, users:read, service-groups:read, memberships:read, teams:read,
    events:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    json_format_: str | Unset = UNSET
    if not isinstance(format_, Unset):
        json_format_ = format_

    params["format"] = json_format_

    params["serviceGroupId"] = service_group_id

    params["teamId"] = team_id

    params["userId"] = user_id

    params["q"] = q

    json_role: str | Unset = UNSET
    if not isinstance(role, Unset):
        json_role = role

    params["role"] = json_role

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status

    params["status"] = json_status

    params["from"] = from_

    params["to"] = to

    params["type"] = type_

    params["actor"] = actor

    params["subject"] = subject

    params["asOf"] = as_of

    params["bom"] = bom

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/export/{exported}".format(
            account_id=quote(str(account_id), safe=""),
            exported=quote(str(exported), safe=""),
        ),
        kwargs=_kwargs,
        parse=raw,
    )
