from typing import Any

from ...calls import Call
from ...models.inspect_notice import InspectNotice
from ...models.notice import Notice


def inspect_notice(
    *,
    body: InspectNotice,
) -> Call[Notice]:
    """Gets the recipients and the content of a mail about access: for the mailer, which computes the
    token.

    For: everybody, without a credential.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/notices/inspect",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Notice:
    return Notice.from_dict(answer)
