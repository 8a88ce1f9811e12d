from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.actor_list import ActorList
from ...types import UNSET


def list_actors(
    account_id: str,
    *,
    ids: str,
) -> Call[ActorList]:
    """Gets who made changes: users, API keys, operators and identity providers, including removed ones.

    For: operator, owner, admin, users:read, events:read.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["ids"] = ids

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/actors".format(
            account_id=quote(str(account_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ActorList:
    return ActorList.from_dict(answer)
