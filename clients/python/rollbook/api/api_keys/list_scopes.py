from typing import Any

from ...calls import Call
from ...models.scope_list import ScopeList


def list_scopes() -> Call[ScopeList]:
    """Lists the scopes that API keys can have, each with what it permits.

    For: operator, owner, admin, member, api-key.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/scopes",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ScopeList:
    return ScopeList.from_dict(answer)
