from typing import Any

from ...calls import Call
from ...models.event_type_list import EventTypeList


def list_event_types() -> Call[EventTypeList]:
    """Lists the types of events, each with its sentence and an example.

    For: operator, owner, admin, member, api-key.
    """
    _kwargs: dict[str, Any] = {}

    return Call(
        method="GET",
        path="/v1/event-types",
        kwargs=_kwargs,
        parse=_parse,
    )


def _parse(status: int, answer: Any) -> EventTypeList:
    return EventTypeList.from_dict(answer)
