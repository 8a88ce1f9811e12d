from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.change_service_group import ChangeServiceGroup
from ...models.service_group import ServiceGroup
from ...types import UNSET, Unset


def change_service_group(
    account_id: str,
    service_group_id: str,
    *,
    body: ChangeServiceGroup,
    if_match: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[ServiceGroup]:
    """Changes the name, external id, metadata or rules for memberships (merge patch, RFC 7396). Lists of
    members show the new name within moments.

    For: operator, owner, admin, service-groups:write.
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
        method="PATCH",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ServiceGroup:
    return ServiceGroup.from_dict(answer)
