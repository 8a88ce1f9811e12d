from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.event_type_example_event import EventTypeExampleEvent


T = TypeVar("T", bound="EventType")


@_attrs_define
class EventType:
    type_: str
    """ As in `type` of an event, and in the `eventTypes` of a webhook endpoint. """
    summary: str
    """ What has happened. """
    sentence: str
    """ The template of the sentence that the audit log says. In braces: `actor`, and fields of `data`. """
    schema_version: int
    """ The version of the schema of `data`. """
    data_schema: str
    """ The `$id` of the JSON Schema of `data`. """
    example_event: EventTypeExampleEvent
    """ An event as subscribers and webhook endpoints receive it: a CloudEvent. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        summary = self.summary

        sentence = self.sentence

        schema_version = self.schema_version

        data_schema = self.data_schema

        example_event = self.example_event.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "summary": summary,
                "sentence": sentence,
                "schemaVersion": schema_version,
                "dataSchema": data_schema,
                "exampleEvent": example_event,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.event_type_example_event import EventTypeExampleEvent

        d = dict(src_dict)
        type_ = d.pop("type")

        summary = d.pop("summary")

        sentence = d.pop("sentence")

        schema_version = d.pop("schemaVersion")

        data_schema = d.pop("dataSchema")

        example_event = EventTypeExampleEvent.from_dict(d.pop("exampleEvent"))

        event_type = cls(
            type_=type_,
            summary=summary,
            sentence=sentence,
            schema_version=schema_version,
            data_schema=data_schema,
            example_event=example_event,
        )

        event_type.additional_properties = d
        return event_type

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
