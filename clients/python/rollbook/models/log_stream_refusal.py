from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="LogStreamRefusal")


@_attrs_define
class LogStreamRefusal:
    at: datetime.datetime
    """ ISO 8601, UTC. """
    status: float | None
    """ The HTTP status of the answer. Null if there was none. """
    error: str
    """ Why the batch was not accepted. """
    response: None | str
    """ The first 512 bytes of the answer. Null if there were none, or once a batch has been accepted. """
    event_id: None | str
    """ The id of the first event of the refused batch. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        status: float | None
        status = self.status

        error = self.error

        response: None | str
        response = self.response

        event_id: None | str
        event_id = self.event_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "status": status,
                "error": error,
                "response": response,
                "eventId": event_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        def _parse_status(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        status = _parse_status(d.pop("status"))

        error = d.pop("error")

        def _parse_response(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        response = _parse_response(d.pop("response"))

        def _parse_event_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        event_id = _parse_event_id(d.pop("eventId"))

        log_stream_refusal = cls(
            at=at,
            status=status,
            error=error,
            response=response,
            event_id=event_id,
        )

        log_stream_refusal.additional_properties = d
        return log_stream_refusal

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
