from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.service_group import ServiceGroup
from ...types import UNSET, Unset


def get_service_group(
    account_id: str,
    service_group_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[ServiceGroup]:
    """Gets a service group. Members can read those they may enter.

    For: operator, owner, admin, manager, any-user, service-groups:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ServiceGroup:
    return ServiceGroup.from_dict(answer)
