from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.requestable_service_group_list import RequestableServiceGroupList
from ...types import UNSET, Unset


def list_requestable_service_groups(
    account_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
) -> Call[RequestableServiceGroupList]:
    """Lists the service groups that members may ask for, oldest first, with what they need to know to ask.

    For: operator, owner, admin, member.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/requestable-service-groups".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> RequestableServiceGroupList:
    return RequestableServiceGroupList.from_dict(answer)
