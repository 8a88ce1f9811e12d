from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.create_api_key import CreateApiKey
from ...models.issued_api_key import IssuedApiKey
from ...types import UNSET, Unset


def create_api_key(
    account_id: str,
    *,
    body: CreateApiKey,
    idempotency_key: str | Unset = UNSET,
) -> Call[IssuedApiKey]:
    """Creates an API key for the account. The key is only returned here: store it as a secret.

    For: operator, owner.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/api-keys".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> IssuedApiKey:
    return IssuedApiKey.from_dict(answer)
