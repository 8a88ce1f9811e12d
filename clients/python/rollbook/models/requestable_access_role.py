from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RequestableAccessRole")


@_attrs_define
class RequestableAccessRole:
    key: str
    max_length_seconds: float | None
    """ The longest time for which it is given, in seconds. Null: as long as access is. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        key = self.key

        max_length_seconds: float | None
        max_length_seconds = self.max_length_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "key": key,
                "maxLengthSeconds": max_length_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        key = d.pop("key")

        def _parse_max_length_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        max_length_seconds = _parse_max_length_seconds(d.pop("maxLengthSeconds"))

        requestable_access_role = cls(
            key=key,
            max_length_seconds=max_length_seconds,
        )

        requestable_access_role.additional_properties = d
        return requestable_access_role

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
