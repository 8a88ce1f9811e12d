from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ReplacedServiceGroups")


@_attrs_define
class ReplacedServiceGroups:
    user_id: str
    version: int
    """ The version of the user; also the ETag. """
    added: list[str]
    """ Ids of service groups. """
    removed: list[str]
    unchanged: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        user_id = self.user_id

        version = self.version

        added = self.added

        removed = self.removed

        unchanged = self.unchanged

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "userId": user_id,
                "version": version,
                "added": added,
                "removed": removed,
                "unchanged": unchanged,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        user_id = d.pop("userId")

        version = d.pop("version")

        added = cast(list[str], d.pop("added"))

        removed = cast(list[str], d.pop("removed"))

        unchanged = cast(list[str], d.pop("unchanged"))

        replaced_service_groups = cls(
            user_id=user_id,
            version=version,
            added=added,
            removed=removed,
            unchanged=unchanged,
        )

        replaced_service_groups.additional_properties = d
        return replaced_service_groups

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
