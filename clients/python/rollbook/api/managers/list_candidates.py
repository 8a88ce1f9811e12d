from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.candidate_list import CandidateList
from ...types import UNSET, Unset


def list_candidates(
    account_id: str,
    service_group_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    q: str,
) -> Call[CandidateList]:
    """Finds people of the account to add to a service group, by their names and emails, and shows who is a
    member already. A page may be
    shorter than `limit` and still have a next one.

    For: operator, owner, admin, manager.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["q"] = q

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/accounts/{account_id}/service-groups/{service_group_id}/candidates".format(
            account_id=quote(str(account_id), safe=""),
            service_group_id=quote(str(service_group_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> CandidateList:
    return CandidateList.from_dict(answer)
