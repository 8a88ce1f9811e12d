from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.create_log_stream_event_types_item import (
    CreateLogStreamEventTypesItem,
    check_create_log_stream_event_types_item,
)
from ..models.create_log_stream_form import (
    CreateLogStreamForm,
    check_create_log_stream_form,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="CreateLogStream")


@_attrs_define
class CreateLogStream:
    url: str
    """ An https URL on a public host. """
    form: CreateLogStreamForm
    """ How events are written. """
    secret: str
    """ Up to 1,000 ASCII characters without spaces: a token of the receiver. Never shown again. """
    personal_data: bool | Unset = UNSET
    """ Whether names, emails and other personal data are sent. Default: only ids. """
    event_types: list[CreateLogStreamEventTypesItem] | Unset = UNSET
    """ Event types, or groups such as `user.*`. Default: all events. """
    description: str | Unset = UNSET
    """ A description for people: up to 200 visible characters. """

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        form: str = self.form

        secret = self.secret

        personal_data = self.personal_data

        event_types: list[str] | Unset = UNSET
        if not isinstance(self.event_types, Unset):
            event_types = []
            for event_types_item_data in self.event_types:
                event_types_item: str = event_types_item_data
                event_types.append(event_types_item)

        description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
                "form": form,
                "secret": secret,
            }
        )
        if personal_data is not UNSET:
            field_dict["personalData"] = personal_data
        if event_types is not UNSET:
            field_dict["eventTypes"] = event_types
        if description is not UNSET:
            field_dict["description"] = description

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        url = d.pop("url")

        form = check_create_log_stream_form(d.pop("form"))

        secret = d.pop("secret")

        personal_data = d.pop("personalData", UNSET)

        _event_types = d.pop("eventTypes", UNSET)
        event_types: list[CreateLogStreamEventTypesItem] | Unset = UNSET
        if _event_types is not UNSET:
            event_types = []
            for event_types_item_data in _event_types:
                event_types_item = check_create_log_stream_event_types_item(
                    event_types_item_data
                )

                event_types.append(event_types_item)

        description = d.pop("description", UNSET)

        create_log_stream = cls(
            url=url,
            form=form,
            secret=secret,
            personal_data=personal_data,
            event_types=event_types,
            description=description,
        )

        return create_log_stream
