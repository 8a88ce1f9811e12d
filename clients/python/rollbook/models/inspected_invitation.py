from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.inspected_invitation_invited_by_kind import (
    InspectedInvitationInvitedByKind,
    check_inspected_invitation_invited_by_kind,
)
from ..models.inspected_invitation_role import (
    InspectedInvitationRole,
    check_inspected_invitation_role,
)
from ..models.inspected_invitation_status import (
    InspectedInvitationStatus,
    check_inspected_invitation_status,
)

T = TypeVar("T", bound="InspectedInvitation")


@_attrs_define
class InspectedInvitation:
    account_id: str
    account_name: str
    user_id: str
    name: str
    email: str
    role: InspectedInvitationRole
    status: InspectedInvitationStatus
    """ `expired`: it can no longer be accepted; send it again. """
    invited_by_name: None | str
    """ The name of the sender. Null if it was not a user of the account. """
    invited_by_kind: InspectedInvitationInvitedByKind
    """ What the sender is. """
    service_groups: list[str]
    """ Of the service groups that they may enter then, up to 100. """
    expires_at: datetime.datetime
    """ ISO 8601, UTC: it cannot be accepted from then on. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_id = self.account_id

        account_name = self.account_name

        user_id = self.user_id

        name = self.name

        email = self.email

        role: str = self.role

        status: str = self.status

        invited_by_name: None | str
        invited_by_name = self.invited_by_name

        invited_by_kind: str = self.invited_by_kind

        service_groups = self.service_groups

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountId": account_id,
                "accountName": account_name,
                "userId": user_id,
                "name": name,
                "email": email,
                "role": role,
                "status": status,
                "invitedByName": invited_by_name,
                "invitedByKind": invited_by_kind,
                "serviceGroups": service_groups,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        account_id = d.pop("accountId")

        account_name = d.pop("accountName")

        user_id = d.pop("userId")

        name = d.pop("name")

        email = d.pop("email")

        role = check_inspected_invitation_role(d.pop("role"))

        status = check_inspected_invitation_status(d.pop("status"))

        def _parse_invited_by_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        invited_by_name = _parse_invited_by_name(d.pop("invitedByName"))

        invited_by_kind = check_inspected_invitation_invited_by_kind(
            d.pop("invitedByKind")
        )

        service_groups = cast(list[str], d.pop("serviceGroups"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))

        inspected_invitation = cls(
            account_id=account_id,
            account_name=account_name,
            user_id=user_id,
            name=name,
            email=email,
            role=role,
            status=status,
            invited_by_name=invited_by_name,
            invited_by_kind=invited_by_kind,
            service_groups=service_groups,
            expires_at=expires_at,
        )

        inspected_invitation.additional_properties = d
        return inspected_invitation

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
