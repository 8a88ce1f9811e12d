from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="IssuedApiKey")


@_attrs_define
class IssuedApiKey:
    key: str
    """ The key itself. It is only shown once. """
    id: str
    """ `akey_` followed by a ULID. """
    account_id: None | str
    """ Null for operators' keys. """
    name: str
    scopes: list[str]
    hint: str
    """ The last four characters of the key. """
    expires_at: None | str
    """ Null if it does not expire. """
    last_used_at: None | str
    """ Accurate to a few minutes. Null if it has not been used since it was created or rotated. """
    understands: list[str] | None
    """ What the last reader of a feed or a snapshot with it says that it understands, such as `teams`; a guard or a
    subscriber that does not understand what an
    account has refuses to go on. Empty for one of a version before it said so. Null if it has read none since it
    was created or rotated. """
    previous_valid_until: None | str
    """ Until when the secret before the last rotation is accepted. Null if it was never rotated. """
    created_by: str
    """ Who created it: `operator:…` or `user:…`. """
    version: int
    """ Incremented with each event; also the ETag. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        key = self.key

        id = self.id

        account_id: None | str
        account_id = self.account_id

        name = self.name

        scopes = self.scopes

        hint = self.hint

        expires_at: None | str
        expires_at = self.expires_at

        last_used_at: None | str
        last_used_at = self.last_used_at

        understands: list[str] | None
        if isinstance(self.understands, list):
            understands = self.understands

        else:
            understands = self.understands

        previous_valid_until: None | str
        previous_valid_until = self.previous_valid_until

        created_by = self.created_by

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "key": key,
                "id": id,
                "accountId": account_id,
                "name": name,
                "scopes": scopes,
                "hint": hint,
                "expiresAt": expires_at,
                "lastUsedAt": last_used_at,
                "understands": understands,
                "previousValidUntil": previous_valid_until,
                "createdBy": created_by,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        key = d.pop("key")

        id = d.pop("id")

        def _parse_account_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        account_id = _parse_account_id(d.pop("accountId"))

        name = d.pop("name")

        scopes = cast(list[str], d.pop("scopes"))

        hint = d.pop("hint")

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

        def _parse_understands(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                understands_type_0 = cast(list[str], data)

                return understands_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        understands = _parse_understands(d.pop("understands"))

        def _parse_previous_valid_until(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        previous_valid_until = _parse_previous_valid_until(d.pop("previousValidUntil"))

        created_by = d.pop("createdBy")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        issued_api_key = cls(
            key=key,
            id=id,
            account_id=account_id,
            name=name,
            scopes=scopes,
            hint=hint,
            expires_at=expires_at,
            last_used_at=last_used_at,
            understands=understands,
            previous_valid_until=previous_valid_until,
            created_by=created_by,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
        )

        issued_api_key.additional_properties = d
        return issued_api_key

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
