from typing import Any
from urllib.parse import quote

from ...calls import Call, nothing


def end_operator_session(
    operator_id: str,
    session_id: str,
) -> Call[None]:
    """Ends a session of an operator at once. They can sign in again: to prevent that, change what their
    provider says of them.

    For: operator.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="DELETE",
        path="/v1/operators/{operator_id}/sessions/{session_id}".format(
            operator_id=quote(str(operator_id), safe=""),
            session_id=quote(str(session_id), safe=""),
        ),
        kwargs=_kwargs,
        parse=nothing,
    )
