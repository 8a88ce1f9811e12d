from typing import Any

from ...calls import Call
from ...models.decisions import Decisions
from ...models.evaluations_request import EvaluationsRequest
from ...types import UNSET, Unset


def evaluate_many(
    *,
    body: EvaluationsRequest,
    rollbook_at_least: str | Unset = UNSET,
) -> Call[Decisions]:
    """Evaluates up to 50 access questions at once. One that is not valid is denied by itself, with the
    reason.

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
        path="/access/v1/evaluations",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> Decisions:
    return Decisions.from_dict(answer)
