from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.create_user_role import CreateUserRole, check_create_user_role
from ..models.create_user_status import CreateUserStatus, check_create_user_status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.create_user_metadata import CreateUserMetadata


T = TypeVar("T", bound="CreateUser")


@_attrs_define
class CreateUser:
    name: str
    """ 1 to 256 visible characters, of at most 800 bytes in UTF-8. """
    email: str
    """ name@domain, of at most 254 bytes in UTF-8. Unique in the account, ignoring case. """
    role: CreateUserRole | Unset = UNSET
    """ Only an owner or an operator may create an owner. """
    status: CreateUserStatus | Unset = UNSET
    """ An invited user can be given service groups, but cannot sign in before they are activated. They get no mail:
    `POST
    …/invitations` sends one. """
    external_id: str | Unset = UNSET
    """ The id in another system. Unique and case-sensitive. """
    metadata: CreateUserMetadata | Unset = UNSET
    """ Any JSON object of up to 16 KB and 500 values, with lists and objects counted. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        email = self.email

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        external_id = self.external_id

        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "email": email,
            }
        )
        if role is not UNSET:
            field_dict["role"] = role
        if status is not UNSET:
            field_dict["status"] = status
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.create_user_metadata import CreateUserMetadata

        d = dict(src_dict)
        name = d.pop("name")

        email = d.pop("email")

        _role = d.pop("role", UNSET)
        role: CreateUserRole | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = check_create_user_role(_role)

        _status = d.pop("status", UNSET)
        status: CreateUserStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = check_create_user_status(_status)

        external_id = d.pop("externalId", UNSET)

        _metadata = d.pop("metadata", UNSET)
        metadata: CreateUserMetadata | Unset
        if isinstance(_metadata, Unset):
            metadata = UNSET
        else:
            metadata = CreateUserMetadata.from_dict(_metadata)

        create_user = cls(
            name=name,
            email=email,
            role=role,
            status=status,
            external_id=external_id,
            metadata=metadata,
        )

        return create_user
