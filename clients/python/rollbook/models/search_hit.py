from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="SearchHit")


@_attrs_define
class SearchHit:
    id: str
    account_id: str
    title: str
    """ A name; the URL of a webhook endpoint or a delivery; the sentence of an event; the type of a job. """
    subtitle: None | str
    """ An email, the hint of an API key, a URL, or a time. """
    status: None | str
    """ As the resource itself has it. Also `removed`, and `erased` if the person’s data was erased. """
    webhook_endpoint_id: str | Unset = UNSET
    """ Of a delivery, whose `id` is that of its event. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        account_id = self.account_id

        title = self.title

        subtitle: None | str
        subtitle = self.subtitle

        status: None | str
        status = self.status

        webhook_endpoint_id = self.webhook_endpoint_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "title": title,
                "subtitle": subtitle,
                "status": status,
            }
        )
        if webhook_endpoint_id is not UNSET:
            field_dict["webhookEndpointId"] = webhook_endpoint_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        title = d.pop("title")

        def _parse_subtitle(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        subtitle = _parse_subtitle(d.pop("subtitle"))

        def _parse_status(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        status = _parse_status(d.pop("status"))

        webhook_endpoint_id = d.pop("webhookEndpointId", UNSET)

        search_hit = cls(
            id=id,
            account_id=account_id,
            title=title,
            subtitle=subtitle,
            status=status,
            webhook_endpoint_id=webhook_endpoint_id,
        )

        search_hit.additional_properties = d
        return search_hit

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
