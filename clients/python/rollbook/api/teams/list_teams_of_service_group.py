from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.teams_of_service_group import TeamsOfServiceGroup
from ...types import UNSET, Unset


def list_teams_of_service_group(
    account_id: str,
    service_group_id: str,
    *,
    as_of: str | Unset = UNSET,
) -> Call[TeamsOfServiceGroup]:
    """Lists all teams whose users may enter a service group, or with `asOf` might then. Its managers see
    them too.

    For: operator, owner, admin, manager, teams:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["asOf"] = as_of

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/teams".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> TeamsOfServiceGroup:
    return TeamsOfServiceGroup.from_dict(answer)
