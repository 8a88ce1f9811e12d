from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.change_user_role import ChangeUserRole, check_change_user_role
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.change_user_metadata_type_0 import ChangeUserMetadataType0


T = TypeVar("T", bound="ChangeUser")


@_attrs_define
class ChangeUser:
    name: str | Unset = UNSET
    """ 1 to 256 visible characters, of at most 800 bytes in UTF-8. """
    email: str | Unset = UNSET
    """ name@domain, of at most 254 bytes in UTF-8. Unique in the account, ignoring case. """
    role: ChangeUserRole | Unset = UNSET
    """ Only an owner or an operator may grant or revoke the owner role. """
    external_id: None | str | Unset = UNSET
    """ The id in another system. Unique and case-sensitive. Null removes it. """
    metadata: ChangeUserMetadataType0 | None | Unset = UNSET
    """ A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the
    whole value, everything. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.change_user_metadata_type_0 import ChangeUserMetadataType0

        name = self.name

        email = self.email

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role

        external_id: None | str | Unset
        if isinstance(self.external_id, Unset):
            external_id = UNSET
        else:
            external_id = self.external_id

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, ChangeUserMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if email is not UNSET:
            field_dict["email"] = email
        if role is not UNSET:
            field_dict["role"] = role
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_user_metadata_type_0 import ChangeUserMetadataType0

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        email = d.pop("email", UNSET)

        _role = d.pop("role", UNSET)
        role: ChangeUserRole | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = check_change_user_role(_role)

        def _parse_external_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        external_id = _parse_external_id(d.pop("externalId", UNSET))

        def _parse_metadata(data: object) -> ChangeUserMetadataType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = ChangeUserMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangeUserMetadataType0 | None | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

        change_user = cls(
            name=name,
            email=email,
            role=role,
            external_id=external_id,
            metadata=metadata,
        )

        return change_user
