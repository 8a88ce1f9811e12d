from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.create_service_group import CreateServiceGroup
from ...models.service_group import ServiceGroup
from ...types import UNSET, Unset


def create_service_group(
    account_id: str,
    *,
    body: CreateServiceGroup,
    idempotency_key: str | Unset = UNSET,
) -> Call[ServiceGroup]:
    """Creates a service group.

    For: operator, owner, admin, service-groups:write.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/v1/accounts/{account_id}/service-groups".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ServiceGroup:
    return ServiceGroup.from_dict(answer)
