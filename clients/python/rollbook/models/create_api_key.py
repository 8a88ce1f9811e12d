from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.create_api_key_scopes_item import (
    CreateApiKeyScopesItem,
    check_create_api_key_scopes_item,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="CreateApiKey")


@_attrs_define
class CreateApiKey:
    name: str
    """ 1 to 100 visible characters, of at most 800 bytes in UTF-8: what the key is for. """
    scopes: list[CreateApiKeyScopesItem]
    """ What the key may do. `platform:read`, `platform:write` and `log:monitor` are only for operators' keys. """
    expires_at: str | Unset = UNSET
    """ When the key expires: ISO 8601 with a time zone. Default: never. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        scopes = []
        for scopes_item_data in self.scopes:
            scopes_item: str = scopes_item_data
            scopes.append(scopes_item)

        expires_at = self.expires_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "scopes": scopes,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        scopes = []
        _scopes = d.pop("scopes")
        for scopes_item_data in _scopes:
            scopes_item = check_create_api_key_scopes_item(scopes_item_data)

            scopes.append(scopes_item)

        expires_at = d.pop("expiresAt", UNSET)

        create_api_key = cls(
            name=name,
            scopes=scopes,
            expires_at=expires_at,
        )

        return create_api_key
