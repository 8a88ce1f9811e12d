from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.recover_webhooks import RecoverWebhooks
from ...models.recovered_webhooks import RecoveredWebhooks
from ...types import UNSET, Unset


def recover_webhooks(
    account_id: str,
    webhook_endpoint_id: str,
    *,
    body: RecoverWebhooks,
    idempotency_key: str | Unset = UNSET,
) -> Call[RecoveredWebhooks]:
    """Sends all events since a time that the endpoint subscribes to and has not received: given up, or
    never sent. Read from the audit
    log, which is eventually consistent.

    For: operator, owner, admin.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/webhook-endpoints/{webhook_endpoint_id}/recover".format(
            account_id=quote(str(account_id), safe=""),
            webhook_endpoint_id=quote(str(webhook_endpoint_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> RecoveredWebhooks:
    return RecoveredWebhooks.from_dict(answer)
