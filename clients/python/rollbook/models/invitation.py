from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invitation_role import InvitationRole, check_invitation_role
from ..models.invitation_status import InvitationStatus, check_invitation_status

T = TypeVar("T", bound="Invitation")


@_attrs_define
class Invitation:
    id: str
    """ The invited user's id. A user has at most one invitation. """
    account_id: str
    name: str
    email: str
    role: InvitationRole
    status: InvitationStatus
    """ `expired` invitations can be sent again. """
    invited_by: str
    """ Who sent it last: `operator:…`, `user:…` or `api-key:…`. """
    sent_count: int
    """ The number of times it was sent. """
    sent_at: datetime.datetime
    """ ISO 8601, UTC. """
    expires_at: datetime.datetime
    """ ISO 8601, UTC. It cannot be accepted after this time. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        account_id = self.account_id

        name = self.name

        email = self.email

        role: str = self.role

        status: str = self.status

        invited_by = self.invited_by

        sent_count = self.sent_count

        sent_at = self.sent_at.isoformat()

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "name": name,
                "email": email,
                "role": role,
                "status": status,
                "invitedBy": invited_by,
                "sentCount": sent_count,
                "sentAt": sent_at,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        name = d.pop("name")

        email = d.pop("email")

        role = check_invitation_role(d.pop("role"))

        status = check_invitation_status(d.pop("status"))

        invited_by = d.pop("invitedBy")

        sent_count = d.pop("sentCount")

        sent_at = datetime.datetime.fromisoformat(d.pop("sentAt"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))

        invitation = cls(
            id=id,
            account_id=account_id,
            name=name,
            email=email,
            role=role,
            status=status,
            invited_by=invited_by,
            sent_count=sent_count,
            sent_at=sent_at,
            expires_at=expires_at,
        )

        invitation.additional_properties = d
        return invitation

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
