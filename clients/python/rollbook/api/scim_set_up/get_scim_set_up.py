from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.scim_set_up import ScimSetUp


def get_scim_set_up(
    account_id: str,
) -> Call[ScimSetUp]:
    """Gets the settings for an identity provider, and which of its requests were refused.

    For: operator, owner.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/scim".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ScimSetUp:
    return ScimSetUp.from_dict(answer)
