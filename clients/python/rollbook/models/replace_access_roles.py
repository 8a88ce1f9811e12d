from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.access_role_input import AccessRoleInput


T = TypeVar("T", bound="ReplaceAccessRoles")


@_attrs_define
class ReplaceAccessRoles:
    access_roles: list[AccessRoleInput]
    """ All of them: a role whose key is missing is removed. At most 50, of 11,500 bytes as JSON. """

    def to_dict(self) -> dict[str, Any]:
        access_roles = []
        for access_roles_item_data in self.access_roles:
            access_roles_item = access_roles_item_data.to_dict()
            access_roles.append(access_roles_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "accessRoles": access_roles,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.access_role_input import AccessRoleInput

        d = dict(src_dict)
        access_roles = []
        _access_roles = d.pop("accessRoles")
        for access_roles_item_data in _access_roles:
            access_roles_item = AccessRoleInput.from_dict(access_roles_item_data)

            access_roles.append(access_roles_item)

        replace_access_roles = cls(
            access_roles=access_roles,
        )

        return replace_access_roles
