from typing import Any

from ...calls import Call
from ...models.decision import Decision
from ...models.evaluation_request import EvaluationRequest
from ...types import UNSET, Unset


def evaluate(
    *,
    body: EvaluationRequest,
    rollbook_at_least: str | Unset = UNSET,
) -> Call[Decision]:
    """Checks whether a user may enter a service group now, as its member or by a team, or may do something
    there that a permission of an access
    role allows that they have by one of these. Members may only ask about themselves.

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
        path="/access/v1/evaluation",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Decision:
    return Decision.from_dict(answer)
