from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.create_service_group_metadata import CreateServiceGroupMetadata
    from ..models.membership_rules import MembershipRules


T = TypeVar("T", bound="CreateServiceGroup")


@_attrs_define
class CreateServiceGroup:
    name: str
    """ 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique in the account, ignoring case. No word
    mixes scripts. """
    external_id: str | Unset = UNSET
    """ The id in another system. Unique and case-sensitive. """
    metadata: CreateServiceGroupMetadata | Unset = UNSET
    """ Any JSON object of up to 16 KB and 500 values, with lists and objects counted. """
    membership_rules: MembershipRules | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        external_id = self.external_id

        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        membership_rules: dict[str, Any] | Unset = UNSET
        if not isinstance(self.membership_rules, Unset):
            membership_rules = self.membership_rules.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if membership_rules is not UNSET:
            field_dict["membershipRules"] = membership_rules

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.create_service_group_metadata import CreateServiceGroupMetadata
        from ..models.membership_rules import MembershipRules

        d = dict(src_dict)
        name = d.pop("name")

        external_id = d.pop("externalId", UNSET)

        _metadata = d.pop("metadata", UNSET)
        metadata: CreateServiceGroupMetadata | Unset
        if isinstance(_metadata, Unset):
            metadata = UNSET
        else:
            metadata = CreateServiceGroupMetadata.from_dict(_metadata)

        _membership_rules = d.pop("membershipRules", UNSET)
        membership_rules: MembershipRules | Unset
        if isinstance(_membership_rules, Unset):
            membership_rules = UNSET
        else:
            membership_rules = MembershipRules.from_dict(_membership_rules)

        create_service_group = cls(
            name=name,
            external_id=external_id,
            metadata=metadata,
            membership_rules=membership_rules,
        )

        return create_service_group
