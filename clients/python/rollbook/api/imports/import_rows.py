from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.import_ import Import
from ...types import UNSET, File, Unset


def import_rows(
    account_id: str,
    kind: str,
    *,
    body: File,
    columns: str | Unset = UNSET,
    file_name: str | Unset = UNSET,
    omit: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[Import]:
    """Imports users, service groups, memberships, teams or who is in them, as CSV with a header or as one
    JSON object per line, in a job that processes
    each row on its own. Existing ones, found by external id or else by email or name, are changed if
    the row differs, so an
    import can be sent again. With dryRun=true the job changes nothing.

    For: operator, owner, admin, users:write, service-groups:write, memberships:write, teams:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    params: dict[str, Any] = {}

    params["columns"] = columns

    params["fileName"] = file_name

    params["omit"] = omit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["content"] = body.payload

    headers["Content-Type"] = body.mime_type or "text/csv"
    _kwargs["headers"] = headers
    _kwargs["params"] = params
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/import/{kind}".format(
            account_id=quote(str(account_id), safe=""),
            kind=quote(str(kind), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Import:
    return Import.from_dict(answer)
