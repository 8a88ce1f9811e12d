from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.access_role import AccessRole


T = TypeVar("T", bound="AccessRoleSet")


@_attrs_define
class AccessRoleSet:
    id: str
    """ `arol_` followed by the ULID of the account. """
    account_id: str
    access_roles: list[AccessRole]
    """ By key. """
    version: int
    """ Incremented with each event; also the ETag. 0 before the first role. """
    created_at: datetime.datetime | None
    """ ISO 8601, UTC: when the first role was created. Null before. """
    updated_at: datetime.datetime | None
    """ ISO 8601, UTC. Null before the first role. """
    updated_by: None | str
    """ Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. Null before the first role. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        account_id = self.account_id

        access_roles = []
        for access_roles_item_data in self.access_roles:
            access_roles_item = access_roles_item_data.to_dict()
            access_roles.append(access_roles_item)

        version = self.version

        created_at: None | str
        if isinstance(self.created_at, datetime.datetime):
            created_at = self.created_at.isoformat()
        else:
            created_at = self.created_at

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()
        else:
            updated_at = self.updated_at

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "accessRoles": access_roles,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.access_role import AccessRole

        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        access_roles = []
        _access_roles = d.pop("accessRoles")
        for access_roles_item_data in _access_roles:
            access_roles_item = AccessRole.from_dict(access_roles_item_data)

            access_roles.append(access_roles_item)

        version = d.pop("version")

        def _parse_created_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                created_at_type_0 = datetime.datetime.fromisoformat(data)

                return created_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        created_at = _parse_created_at(d.pop("createdAt"))

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                updated_at_type_0 = datetime.datetime.fromisoformat(data)

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        access_role_set = cls(
            id=id,
            account_id=account_id,
            access_roles=access_roles,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        access_role_set.additional_properties = d
        return access_role_set

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
