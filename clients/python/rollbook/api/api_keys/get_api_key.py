from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.api_key import ApiKey


def get_api_key(
    account_id: str,
    api_key_id: str,
) -> Call[ApiKey]:
    """Gets an API key, without its secret.

    For: operator, owner.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/api-keys/{api_key_id}".format(
            account_id=quote(str(account_id), safe=""),
            api_key_id=quote(str(api_key_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ApiKey:
    return ApiKey.from_dict(answer)
