from typing import Any

from ...calls import Call
from ...models.create_api_key import CreateApiKey
from ...models.issued_api_key import IssuedApiKey
from ...types import UNSET, Unset


def create_operator_api_key(
    *,
    body: CreateApiKey,
    idempotency_key: str | Unset = UNSET,
) -> Call[IssuedApiKey]:
    """Creates an API key for operators. The key is only returned here: store it as a secret.

    For: operator.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/api-keys",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> IssuedApiKey:
    return IssuedApiKey.from_dict(answer)
