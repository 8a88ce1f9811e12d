from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.create_webhook_endpoint_event_types_item import (
    CreateWebhookEndpointEventTypesItem,
    check_create_webhook_endpoint_event_types_item,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="CreateWebhookEndpoint")


@_attrs_define
class CreateWebhookEndpoint:
    url: str
    """ An https URL on a public host. """
    description: str | Unset = UNSET
    """ A description for people: up to 200 visible characters. """
    event_types: list[CreateWebhookEndpointEventTypesItem] | Unset = UNSET
    """ Event types, or groups such as `user.*`. Default: all events. """
    secret: str | Unset = UNSET
    """ A secret of your own: `whsec_` and 24 to 64 random bytes in base64. Default: a new one. """

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        description = self.description

        event_types: list[str] | Unset = UNSET
        if not isinstance(self.event_types, Unset):
            event_types = []
            for event_types_item_data in self.event_types:
                event_types_item: str = event_types_item_data
                event_types.append(event_types_item)

        secret = self.secret

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if event_types is not UNSET:
            field_dict["eventTypes"] = event_types
        if secret is not UNSET:
            field_dict["secret"] = secret

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        url = d.pop("url")

        description = d.pop("description", UNSET)

        _event_types = d.pop("eventTypes", UNSET)
        event_types: list[CreateWebhookEndpointEventTypesItem] | Unset = UNSET
        if _event_types is not UNSET:
            event_types = []
            for event_types_item_data in _event_types:
                event_types_item = check_create_webhook_endpoint_event_types_item(
                    event_types_item_data
                )

                event_types.append(event_types_item)

        secret = d.pop("secret", UNSET)

        create_webhook_endpoint = cls(
            url=url,
            description=description,
            event_types=event_types,
            secret=secret,
        )

        return create_webhook_endpoint
