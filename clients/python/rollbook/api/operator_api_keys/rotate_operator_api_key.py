from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.issued_api_key import IssuedApiKey
from ...models.rotate_api_key import RotateApiKey
from ...types import UNSET, Unset


def rotate_operator_api_key(
    api_key_id: str,
    *,
    body: RotateApiKey,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[IssuedApiKey]:
    """Rotates the secret of an API key. The new one is only returned here; the previous one stays valid
    for `graceSeconds`.

    For: operator.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/api-keys/{api_key_id}/rotate".format(
            api_key_id=quote(str(api_key_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> IssuedApiKey:
    return IssuedApiKey.from_dict(answer)
