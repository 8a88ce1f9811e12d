from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.change_service_group_metadata_type_0 import (
        ChangeServiceGroupMetadataType0,
    )
    from ..models.changed_membership_rules import ChangedMembershipRules


T = TypeVar("T", bound="ChangeServiceGroup")


@_attrs_define
class ChangeServiceGroup:
    name: str | Unset = UNSET
    """ 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique in the account, ignoring case. No word
    mixes scripts. """
    external_id: None | str | Unset = UNSET
    """ The id in another system. Unique and case-sensitive. Null removes it. """
    metadata: ChangeServiceGroupMetadataType0 | None | Unset = UNSET
    """ A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the
    whole value, everything. """
    membership_rules: ChangedMembershipRules | None | Unset = UNSET
    """ The rules for memberships: a merge patch. Null removes all rules. Existing memberships stay as they are. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.change_service_group_metadata_type_0 import (
            ChangeServiceGroupMetadataType0,
        )
        from ..models.changed_membership_rules import ChangedMembershipRules

        name = self.name

        external_id: None | str | Unset
        if isinstance(self.external_id, Unset):
            external_id = UNSET
        else:
            external_id = self.external_id

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, ChangeServiceGroupMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        membership_rules: dict[str, Any] | None | Unset
        if isinstance(self.membership_rules, Unset):
            membership_rules = UNSET
        elif isinstance(self.membership_rules, ChangedMembershipRules):
            membership_rules = self.membership_rules.to_dict()
        else:
            membership_rules = self.membership_rules

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if membership_rules is not UNSET:
            field_dict["membershipRules"] = membership_rules

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_service_group_metadata_type_0 import (
            ChangeServiceGroupMetadataType0,
        )
        from ..models.changed_membership_rules import ChangedMembershipRules

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        def _parse_external_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        external_id = _parse_external_id(d.pop("externalId", UNSET))

        def _parse_metadata(
            data: object,
        ) -> ChangeServiceGroupMetadataType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = ChangeServiceGroupMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangeServiceGroupMetadataType0 | None | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

        def _parse_membership_rules(
            data: object,
        ) -> ChangedMembershipRules | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                membership_rules_type_0 = ChangedMembershipRules.from_dict(data)

                return membership_rules_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangedMembershipRules | None | Unset, data)

        membership_rules = _parse_membership_rules(d.pop("membershipRules", UNSET))

        change_service_group = cls(
            name=name,
            external_id=external_id,
            metadata=metadata,
            membership_rules=membership_rules,
        )

        return change_service_group
