from typing import Any

from ...calls import Call
from ...models.action_search import ActionSearch
from ...models.action_search_result import ActionSearchResult
from ...types import UNSET, Unset


def search_actions(
    *,
    body: ActionSearch,
    rollbook_at_least: str | Unset = UNSET,
) -> Call[ActionSearchResult]:
    """Lists everything that a user may do in a service group: `enter`, and the permissions of their access
    roles there.

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
        path="/access/v1/search/action",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> ActionSearchResult:
    return ActionSearchResult.from_dict(answer)
