from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.access_path import AccessPath
    from ..models.access_role_reference import AccessRoleReference
    from ..models.member_service_group import MemberServiceGroup
    from ..models.member_user import MemberUser


T = TypeVar("T", bound="Membership")


@_attrs_define
class Membership:
    id: str
    """ The ids of the service group and the user, joined by a dot. """
    user_id: str
    service_group_id: str
    user: MemberUser
    service_group: MemberServiceGroup
    since: datetime.datetime
    """ ISO 8601, UTC. """
    added_by: str
    """ Who added the member: `operator:…`, `user:…` or `system:…`. """
    expires_at: str | Unset = UNSET
    """ When it ends by itself: from this instant on it is in no answer. Absent: it has no end. """
    reason: str | Unset = UNSET
    """ Why it was given. """
    access_role: AccessRoleReference | Unset = UNSET
    via: list[AccessPath] | Unset = UNSET
    """ Only with `paths=all`: every way, the own membership first. What else the row says is of that membership;
    without one it has neither
    `reason` nor `accessRole`, and `since` and `addedBy` are of the first way. `expiresAt` is when the last of the
    ways ends. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        user_id = self.user_id

        service_group_id = self.service_group_id

        user = self.user.to_dict()

        service_group = self.service_group.to_dict()

        since = self.since.isoformat()

        added_by = self.added_by

        expires_at = self.expires_at

        reason = self.reason

        access_role: dict[str, Any] | Unset = UNSET
        if not isinstance(self.access_role, Unset):
            access_role = self.access_role.to_dict()

        via: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.via, Unset):
            via = []
            for via_item_data in self.via:
                via_item = via_item_data.to_dict()
                via.append(via_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "userId": user_id,
                "serviceGroupId": service_group_id,
                "user": user,
                "serviceGroup": service_group,
                "since": since,
                "addedBy": added_by,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if reason is not UNSET:
            field_dict["reason"] = reason
        if access_role is not UNSET:
            field_dict["accessRole"] = access_role
        if via is not UNSET:
            field_dict["via"] = via

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.access_path import AccessPath
        from ..models.access_role_reference import AccessRoleReference
        from ..models.member_service_group import MemberServiceGroup
        from ..models.member_user import MemberUser

        d = dict(src_dict)
        id = d.pop("id")

        user_id = d.pop("userId")

        service_group_id = d.pop("serviceGroupId")

        user = MemberUser.from_dict(d.pop("user"))

        service_group = MemberServiceGroup.from_dict(d.pop("serviceGroup"))

        since = datetime.datetime.fromisoformat(d.pop("since"))

        added_by = d.pop("addedBy")

        expires_at = d.pop("expiresAt", UNSET)

        reason = d.pop("reason", UNSET)

        _access_role = d.pop("accessRole", UNSET)
        access_role: AccessRoleReference | Unset
        if isinstance(_access_role, Unset):
            access_role = UNSET
        else:
            access_role = AccessRoleReference.from_dict(_access_role)

        _via = d.pop("via", UNSET)
        via: list[AccessPath] | Unset = UNSET
        if _via is not UNSET:
            via = []
            for via_item_data in _via:
                via_item = AccessPath.from_dict(via_item_data)

                via.append(via_item)

        membership = cls(
            id=id,
            user_id=user_id,
            service_group_id=service_group_id,
            user=user,
            service_group=service_group,
            since=since,
            added_by=added_by,
            expires_at=expires_at,
            reason=reason,
            access_role=access_role,
            via=via,
        )

        membership.additional_properties = d
        return membership

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
