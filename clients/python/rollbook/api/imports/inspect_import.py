from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.import_inspection import ImportInspection
from ...types import File


def inspect_import(
    account_id: str,
    kind: str,
    *,
    body: File,
) -> Call[ImportInspection]:
    """Previews an import from the first rows of its file: which field each column is taken for, and what
    is wrong with the
    values. The beginning of the file is enough. Nothing is stored.

    For: operator, owner, admin, users:write, service-groups:write, memberships:write, teams:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}

    _kwargs["content"] = body.payload

    headers["Content-Type"] = body.mime_type or "text/csv"
    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/import/{kind}/inspect".format(
            account_id=quote(str(account_id), safe=""),
            kind=quote(str(kind), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ImportInspection:
    return ImportInspection.from_dict(answer)
