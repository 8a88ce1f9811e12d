from typing import Any

from ...calls import Call
from ...models.search_answer import SearchAnswer
from ...types import UNSET, Unset


def search(
    *,
    q: str,
    account_id: str | Unset = UNSET,
    rollbook_at_least: str | Unset = UNSET,
) -> Call[SearchAnswer]:
    """Searches everything the caller may see: users, service groups, API keys and webhook endpoints of an
    account; for operators
    also accounts. API keys find what their scopes let them read, and members the service groups they
    are in. An id finds what it
    names. Removed people are found by their id, and by name in the list of users with `status=removed`.
    Eventually consistent: a change can usually be found within a second.

    For: operator, owner, admin, any-user, account:read, users:read, service-groups:read, events:read,
    jobs:read, platform:read.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    params: dict[str, Any] = {}

    params["q"] = q

    params["accountId"] = account_id

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["headers"] = headers
    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/search",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> SearchAnswer:
    return SearchAnswer.from_dict(answer)
