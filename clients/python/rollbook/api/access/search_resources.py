from typing import Any

from ...calls import Call
from ...models.resource_search import ResourceSearch
from ...models.search_result import SearchResult
from ...types import UNSET, Unset


def search_resources(
    *,
    body: ResourceSearch,
    rollbook_at_least: str | Unset = UNSET,
) -> Call[SearchResult]:
    """Lists the service groups that a user may enter, or where they may do something, as a member or by a
    team.

    For: operator, owner, admin, member, access:check.
    """
    _kwargs: dict[str, Any] = {}
    headers: dict[str, Any] = {}
    if not isinstance(rollbook_at_least, Unset):
        headers["Rollbook-At-Least"] = rollbook_at_least

    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Call(
        method="POST",
        path="/access/v1/search/resource",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> SearchResult:
    return SearchResult.from_dict(answer)
