from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.me_kind import MeKind, check_me_kind
from ..models.me_role_type_1 import MeRoleType1, check_me_role_type_1
from ..models.me_role_type_2_type_1 import MeRoleType2Type1, check_me_role_type_2_type_1
from ..models.me_role_type_3_type_1 import MeRoleType3Type1, check_me_role_type_3_type_1
from ..models.permission import Permission, check_permission

if TYPE_CHECKING:
    from ..models.managed_service_group_ref import ManagedServiceGroupRef


T = TypeVar("T", bound="Me")


@_attrs_define
class Me:
    permissions: list[Permission]
    """ What the caller may do: of a key its scopes, of people what their role gives them. """
    id: str
    kind: MeKind
    name: None | str
    """ The name of the user or the API key. Null for operators. """
    email: None | str
    """ Only for users, otherwise null. """
    account_id: None | str
    """ Null for operators and their API keys. """
    account_name: None | str
    role: MeRoleType1 | MeRoleType2Type1 | MeRoleType3Type1 | None
    """ The present role of a user, otherwise null. """
    scopes: list[str] | None
    """ The scopes of an API key, otherwise null. """
    managed_service_groups: list[ManagedServiceGroupRef]
    """ The service groups that a user manages: there they may do more. The first 100; all others have none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        permissions = []
        for permissions_item_data in self.permissions:
            permissions_item: str = permissions_item_data
            permissions.append(permissions_item)

        id = self.id

        kind: str = self.kind

        name: None | str
        name = self.name

        email: None | str
        email = self.email

        account_id: None | str
        account_id = self.account_id

        account_name: None | str
        account_name = self.account_name

        role: None | str
        if (
            isinstance(self.role, str)
            or isinstance(self.role, str)
            or isinstance(self.role, str)
        ):
            role = self.role
        else:
            role = self.role

        scopes: list[str] | None
        if isinstance(self.scopes, list):
            scopes = self.scopes

        else:
            scopes = self.scopes

        managed_service_groups = []
        for managed_service_groups_item_data in self.managed_service_groups:
            managed_service_groups_item = managed_service_groups_item_data.to_dict()
            managed_service_groups.append(managed_service_groups_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "permissions": permissions,
                "id": id,
                "kind": kind,
                "name": name,
                "email": email,
                "accountId": account_id,
                "accountName": account_name,
                "role": role,
                "scopes": scopes,
                "managedServiceGroups": managed_service_groups,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.managed_service_group_ref import ManagedServiceGroupRef

        d = dict(src_dict)
        permissions = []
        _permissions = d.pop("permissions")
        for permissions_item_data in _permissions:
            permissions_item = check_permission(permissions_item_data)

            permissions.append(permissions_item)

        id = d.pop("id")

        kind = check_me_kind(d.pop("kind"))

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        def _parse_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))

        def _parse_account_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        account_id = _parse_account_id(d.pop("accountId"))

        def _parse_account_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        account_name = _parse_account_name(d.pop("accountName"))

        def _parse_role(
            data: object,
        ) -> MeRoleType1 | MeRoleType2Type1 | MeRoleType3Type1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                role_type_1 = check_me_role_type_1(data)

                return role_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                role_type_2_type_1 = check_me_role_type_2_type_1(data)

                return role_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                role_type_3_type_1 = check_me_role_type_3_type_1(data)

                return role_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MeRoleType1 | MeRoleType2Type1 | MeRoleType3Type1 | None, data)

        role = _parse_role(d.pop("role"))

        def _parse_scopes(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                scopes_type_0 = cast(list[str], data)

                return scopes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        scopes = _parse_scopes(d.pop("scopes"))

        managed_service_groups = []
        _managed_service_groups = d.pop("managedServiceGroups")
        for managed_service_groups_item_data in _managed_service_groups:
            managed_service_groups_item = ManagedServiceGroupRef.from_dict(
                managed_service_groups_item_data
            )

            managed_service_groups.append(managed_service_groups_item)

        me = cls(
            permissions=permissions,
            id=id,
            kind=kind,
            name=name,
            email=email,
            account_id=account_id,
            account_name=account_name,
            role=role,
            scopes=scopes,
            managed_service_groups=managed_service_groups,
        )

        me.additional_properties = d
        return me

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
