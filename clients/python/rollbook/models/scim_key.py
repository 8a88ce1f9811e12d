from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ScimKey")


@_attrs_define
class ScimKey:
    id: str
    """ `akey_` followed by a ULID. """
    name: str
    hint: str
    """ The last four characters of the key. """
    changes_admins: bool
    """ Whether it may create, change and remove admins too. """
    expires_at: None | str
    """ Null if it does not expire. """
    last_used_at: None | str
    """ Accurate to a few seconds. Null if it has not been used since it was created or rotated. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        hint = self.hint

        changes_admins = self.changes_admins

        expires_at: None | str
        expires_at = self.expires_at

        last_used_at: None | str
        last_used_at = self.last_used_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "hint": hint,
                "changesAdmins": changes_admins,
                "expiresAt": expires_at,
                "lastUsedAt": last_used_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        hint = d.pop("hint")

        changes_admins = d.pop("changesAdmins")

        def _parse_expires_at(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        def _parse_last_used_at(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))

        scim_key = cls(
            id=id,
            name=name,
            hint=hint,
            changes_admins=changes_admins,
            expires_at=expires_at,
            last_used_at=last_used_at,
        )

        scim_key.additional_properties = d
        return scim_key

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
