from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.found_type import FoundType, check_found_type

if TYPE_CHECKING:
    from ..models.found_name import FoundName


T = TypeVar("T", bound="Found")


@_attrs_define
class Found:
    type_: FoundType
    id: str
    properties: FoundName
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        id = self.id

        properties = self.properties.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "id": id,
                "properties": properties,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.found_name import FoundName

        d = dict(src_dict)
        type_ = check_found_type(d.pop("type"))

        id = d.pop("id")

        properties = FoundName.from_dict(d.pop("properties"))

        found = cls(
            type_=type_,
            id=id,
            properties=properties,
        )

        found.additional_properties = d
        return found

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
