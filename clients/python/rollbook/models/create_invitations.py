from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.create_invitation import CreateInvitation


T = TypeVar("T", bound="CreateInvitations")


@_attrs_define
class CreateInvitations:
    invitations: list[CreateInvitation]

    def to_dict(self) -> dict[str, Any]:
        invitations = []
        for invitations_item_data in self.invitations:
            invitations_item = invitations_item_data.to_dict()
            invitations.append(invitations_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "invitations": invitations,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.create_invitation import CreateInvitation

        d = dict(src_dict)
        invitations = []
        _invitations = d.pop("invitations")
        for invitations_item_data in _invitations:
            invitations_item = CreateInvitation.from_dict(invitations_item_data)

            invitations.append(invitations_item)

        create_invitations = cls(
            invitations=invitations,
        )

        return create_invitations
