from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.create_invitation_role import (
    CreateInvitationRole,
    check_create_invitation_role,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.membership_terms import MembershipTerms


T = TypeVar("T", bound="CreateInvitation")


@_attrs_define
class CreateInvitation:
    name: str
    """ 1 to 256 visible characters, of at most 800 bytes in UTF-8. """
    email: str
    """ The address to which the invitation is sent. Unique in the account, ignoring case. """
    role: CreateInvitationRole | Unset = UNSET
    """ Default: `member`. Only an owner or an operator may invite an owner. """
    service_group_ids: list[str] | Unset = UNSET
    """ The service groups that they may enter from the start. """
    membership_terms: MembershipTerms | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        email = self.email

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role

        service_group_ids: list[str] | Unset = UNSET
        if not isinstance(self.service_group_ids, Unset):
            service_group_ids = self.service_group_ids

        membership_terms: dict[str, Any] | Unset = UNSET
        if not isinstance(self.membership_terms, Unset):
            membership_terms = self.membership_terms.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "email": email,
            }
        )
        if role is not UNSET:
            field_dict["role"] = role
        if service_group_ids is not UNSET:
            field_dict["serviceGroupIds"] = service_group_ids
        if membership_terms is not UNSET:
            field_dict["membershipTerms"] = membership_terms

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.membership_terms import MembershipTerms

        d = dict(src_dict)
        name = d.pop("name")

        email = d.pop("email")

        _role = d.pop("role", UNSET)
        role: CreateInvitationRole | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = check_create_invitation_role(_role)

        service_group_ids = cast(list[str], d.pop("serviceGroupIds", UNSET))

        _membership_terms = d.pop("membershipTerms", UNSET)
        membership_terms: MembershipTerms | Unset
        if isinstance(_membership_terms, Unset):
            membership_terms = UNSET
        else:
            membership_terms = MembershipTerms.from_dict(_membership_terms)

        create_invitation = cls(
            name=name,
            email=email,
            role=role,
            service_group_ids=service_group_ids,
            membership_terms=membership_terms,
        )

        return create_invitation
