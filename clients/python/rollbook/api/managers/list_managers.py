from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.manager_list import ManagerList
from ...types import UNSET, Unset


def list_managers(
    account_id: str,
    service_group_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[ManagerList]:
    """Lists the managers of a service group, in the order in which they were made managers.

    For: operator, owner, admin, manager, memberships:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/managers".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ManagerList:
    return ManagerList.from_dict(answer)
