from typing import Any
from urllib.parse import quote

from ...calls import Call
from ...models.session_list import SessionList
from ...types import UNSET, Unset


def list_operator_sessions(
    operator_id: str,
    *,
    limit: int | Unset = 25,
    cursor: str | Unset = UNSET,
    provider: str | Unset = UNSET,
) -> Call[SessionList]:
    """Lists the browser sessions of an operator, newest first. A new session may take a moment to appear.

    For: operator.
    """
    _kwargs: dict[str, Any] = {}

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["provider"] = provider

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs["params"] = params
    return Call(
        method="GET",
        path="/v1/operators/{operator_id}/sessions".format(
            operator_id=quote(str(operator_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> SessionList:
    return SessionList.from_dict(answer)
