from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.access_role_input import AccessRoleInput
    from ..models.create_account_metadata import CreateAccountMetadata
    from ..models.limits import Limits


T = TypeVar("T", bound="CreateAccount")


@_attrs_define
class CreateAccount:
    name: str
    """ 1 to 100 visible characters, of at most 800 bytes in UTF-8. """
    access_roles: list[AccessRoleInput] | Unset = UNSET
    """ Its first access roles: at most 50, of 11,500 bytes as JSON. """
    external_id: str | Unset = UNSET
    """ The id in another system. Unique and case-sensitive. """
    metadata: CreateAccountMetadata | Unset = UNSET
    """ Any JSON object of up to 16 KB and 500 values, with lists and objects counted. """
    plan: str | Unset = UNSET
    """ The name of the account's plan: 1 to 50 visible characters. A configured plan also sets its limits, unless
    others are given. """
    limits: Limits | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        access_roles: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.access_roles, Unset):
            access_roles = []
            for access_roles_item_data in self.access_roles:
                access_roles_item = access_roles_item_data.to_dict()
                access_roles.append(access_roles_item)

        external_id = self.external_id

        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        plan = self.plan

        limits: dict[str, Any] | Unset = UNSET
        if not isinstance(self.limits, Unset):
            limits = self.limits.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if access_roles is not UNSET:
            field_dict["accessRoles"] = access_roles
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if plan is not UNSET:
            field_dict["plan"] = plan
        if limits is not UNSET:
            field_dict["limits"] = limits

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.access_role_input import AccessRoleInput
        from ..models.create_account_metadata import CreateAccountMetadata
        from ..models.limits import Limits

        d = dict(src_dict)
        name = d.pop("name")

        _access_roles = d.pop("accessRoles", UNSET)
        access_roles: list[AccessRoleInput] | Unset = UNSET
        if _access_roles is not UNSET:
            access_roles = []
            for access_roles_item_data in _access_roles:
                access_roles_item = AccessRoleInput.from_dict(access_roles_item_data)

                access_roles.append(access_roles_item)

        external_id = d.pop("externalId", UNSET)

        _metadata = d.pop("metadata", UNSET)
        metadata: CreateAccountMetadata | Unset
        if isinstance(_metadata, Unset):
            metadata = UNSET
        else:
            metadata = CreateAccountMetadata.from_dict(_metadata)

        plan = d.pop("plan", UNSET)

        _limits = d.pop("limits", UNSET)
        limits: Limits | Unset
        if isinstance(_limits, Unset):
            limits = UNSET
        else:
            limits = Limits.from_dict(_limits)

        create_account = cls(
            name=name,
            access_roles=access_roles,
            external_id=external_id,
            metadata=metadata,
            plan=plan,
            limits=limits,
        )

        return create_account
