from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.membership_change_action import (
    MembershipChangeAction,
    check_membership_change_action,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="MembershipChange")


@_attrs_define
class MembershipChange:
    user_id: str
    service_group_id: str
    action: MembershipChangeAction
    """ `change`: the end, the reason or the access role of a membership. """
    expires_at: None | str | Unset = UNSET
    """ When it ends by itself: a time in the future, ISO 8601 with a time zone. Null: it does not. """
    reason: str | Unset = UNSET
    """ Why it is given. 1 to 500 characters. """
    access_role: None | str | Unset = UNSET
    """ The key of an access role of the account. Null: none; absent: none, or, for `change`, as it is. """
    if_version: int | Unset = UNSET
    """ Refuses the change if the user has another version by now, not counting changes of this request. """

    def to_dict(self) -> dict[str, Any]:
        user_id = self.user_id

        service_group_id = self.service_group_id

        action: str = self.action

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = self.expires_at

        reason = self.reason

        access_role: None | str | Unset
        if isinstance(self.access_role, Unset):
            access_role = UNSET
        else:
            access_role = self.access_role

        if_version = self.if_version

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "serviceGroupId": service_group_id,
                "action": action,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if reason is not UNSET:
            field_dict["reason"] = reason
        if access_role is not UNSET:
            field_dict["accessRole"] = access_role
        if if_version is not UNSET:
            field_dict["ifVersion"] = if_version

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        user_id = d.pop("userId")

        service_group_id = d.pop("serviceGroupId")

        action = check_membership_change_action(d.pop("action"))

        def _parse_expires_at(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        expires_at = _parse_expires_at(d.pop("expiresAt", UNSET))

        reason = d.pop("reason", UNSET)

        def _parse_access_role(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        access_role = _parse_access_role(d.pop("accessRole", UNSET))

        if_version = d.pop("ifVersion", UNSET)

        membership_change = cls(
            user_id=user_id,
            service_group_id=service_group_id,
            action=action,
            expires_at=expires_at,
            reason=reason,
            access_role=access_role,
            if_version=if_version,
        )

        return membership_change
