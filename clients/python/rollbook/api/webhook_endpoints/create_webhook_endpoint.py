from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.create_webhook_endpoint import CreateWebhookEndpoint
from ...models.issued_webhook_endpoint import IssuedWebhookEndpoint
from ...types import UNSET, Unset


def create_webhook_endpoint(
    account_id: str,
    *,
    body: CreateWebhookEndpoint,
    idempotency_key: str | Unset = UNSET,
) -> Call[IssuedWebhookEndpoint]:
    """Registers a URL to which the account’s events are sent from now on. The signing secret is only
    returned here. An account can have
    at most 20 webhook endpoints.

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
        path="/v1/accounts/{account_id}/webhook-endpoints".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> IssuedWebhookEndpoint:
    return IssuedWebhookEndpoint.from_dict(answer)
