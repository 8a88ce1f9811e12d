from typing import Any

from ...calls import Call
from ...models.search_result import SearchResult
from ...models.subject_search import SubjectSearch
from ...types import UNSET, Unset


def search_subjects(
    *,
    body: SubjectSearch,
    rollbook_at_least: str | Unset = UNSET,
) -> Call[SearchResult]:
    """Lists the users who may enter a service group, or do something there, as its members or by a team.
    Eventually consistent.

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
        path="/access/v1/search/subject",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> SearchResult:
    return SearchResult.from_dict(answer)
