from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.change_log_stream_event_types_item import (
    ChangeLogStreamEventTypesItem,
    check_change_log_stream_event_types_item,
)
from ..models.change_log_stream_form import (
    ChangeLogStreamForm,
    check_change_log_stream_form,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="ChangeLogStream")


@_attrs_define
class ChangeLogStream:
    url: str | Unset = UNSET
    """ An https URL on a public host. """
    form: ChangeLogStreamForm | Unset = UNSET
    """ How events are written. """
    personal_data: bool | Unset = UNSET
    """ Whether names, emails and other personal data are sent; otherwise only ids. """
    event_types: list[ChangeLogStreamEventTypesItem] | Unset = UNSET
    """ Event types, or groups such as `user.*`. Empty: all events. """
    description: str | Unset = UNSET
    """ A description for people: up to 200 visible characters. """

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        form: str | Unset = UNSET
        if not isinstance(self.form, Unset):
            form = self.form

        personal_data = self.personal_data

        event_types: list[str] | Unset = UNSET
        if not isinstance(self.event_types, Unset):
            event_types = []
            for event_types_item_data in self.event_types:
                event_types_item: str = event_types_item_data
                event_types.append(event_types_item)

        description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if url is not UNSET:
            field_dict["url"] = url
        if form is not UNSET:
            field_dict["form"] = form
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
        url = d.pop("url", UNSET)

        _form = d.pop("form", UNSET)
        form: ChangeLogStreamForm | Unset
        if isinstance(_form, Unset):
            form = UNSET
        else:
            form = check_change_log_stream_form(_form)

        personal_data = d.pop("personalData", UNSET)

        _event_types = d.pop("eventTypes", UNSET)
        event_types: list[ChangeLogStreamEventTypesItem] | Unset = UNSET
        if _event_types is not UNSET:
            event_types = []
            for event_types_item_data in _event_types:
                event_types_item = check_change_log_stream_event_types_item(
                    event_types_item_data
                )

                event_types.append(event_types_item)

        description = d.pop("description", UNSET)

        change_log_stream = cls(
            url=url,
            form=form,
            personal_data=personal_data,
            event_types=event_types,
            description=description,
        )

        return change_log_stream
