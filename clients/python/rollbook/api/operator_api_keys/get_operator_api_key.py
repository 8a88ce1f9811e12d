from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.api_key import ApiKey


def get_operator_api_key(
    api_key_id: str,
) -> Call[ApiKey]:
    """Gets an API key, without its secret.

    For: operator.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/api-keys/{api_key_id}".format(
            api_key_id=quote(str(api_key_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ApiKey:
    return ApiKey.from_dict(answer)
