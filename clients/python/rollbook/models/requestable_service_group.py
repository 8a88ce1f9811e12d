from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RequestableServiceGroup")


@_attrs_define
class RequestableServiceGroup:
    id: str
    name: str
    max_length_seconds: float | None
    """ The longest time for which access is given, in seconds. Null: any, also without an end. """
    default_length_seconds: float | None
    """ The default length of access, in seconds. Null: as long as allowed. """
    reason_required: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        max_length_seconds: float | None
        max_length_seconds = self.max_length_seconds

        default_length_seconds: float | None
        default_length_seconds = self.default_length_seconds

        reason_required = self.reason_required

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "maxLengthSeconds": max_length_seconds,
                "defaultLengthSeconds": default_length_seconds,
                "reasonRequired": reason_required,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_max_length_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        max_length_seconds = _parse_max_length_seconds(d.pop("maxLengthSeconds"))

        def _parse_default_length_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        default_length_seconds = _parse_default_length_seconds(
            d.pop("defaultLengthSeconds")
        )

        reason_required = d.pop("reasonRequired")

        requestable_service_group = cls(
            id=id,
            name=name,
            max_length_seconds=max_length_seconds,
            default_length_seconds=default_length_seconds,
            reason_required=reason_required,
        )

        requestable_service_group.additional_properties = d
        return requestable_service_group

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
