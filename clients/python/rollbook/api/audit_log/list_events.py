from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.audit_log import AuditLog
from ...models.list_events_include import ListEventsInclude
from ...models.list_events_order import ListEventsOrder
from ...types import UNSET, Unset


def list_events(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    order: ListEventsOrder | Unset = "desc",
    from_: str | Unset = UNSET,
    to: str | Unset = UNSET,
    type_: str | Unset = UNSET,
    q: str | Unset = UNSET,
    actor: str | Unset = UNSET,
    subject: str | Unset = UNSET,
    include: ListEventsInclude | Unset = UNSET,
    rollbook_at_least: str | Unset = UNSET,
) -> Call[AuditLog]:
    """Lists the events of the account. Eventually consistent: a new event may take a moment to appear.
    With `q` a page may be shorter than
    `limit` even if it is not the last one: each looks through some hundred events.

    For: operator, owner, admin, events:read.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    json_order: str | Unset = UNSET
    if not isinstance(order, Unset):
        json_order = order

    params["order"] = json_order

    params["from"] = from_

    params["to"] = to

    params["type"] = type_

    params["q"] = q

    params["actor"] = actor

    params["subject"] = subject

    json_include: str | Unset = UNSET
    if not isinstance(include, Unset):
        json_include = include

    params["include"] = json_include

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["headers"] = headers
    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/events".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> AuditLog:
    return AuditLog.from_dict(answer)
