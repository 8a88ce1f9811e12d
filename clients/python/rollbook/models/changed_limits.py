from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ChangedLimits")


@_attrs_define
class ChangedLimits:
    users: float | None | Unset = UNSET
    """ The maximum number of users, whatever their status. Null removes the limit. """
    service_groups: float | None | Unset = UNSET
    """ The maximum number of service groups. Null removes the limit. """
    members: float | None | Unset = UNSET
    """ The maximum number of memberships in all service groups together. Null removes the limit. """

    def to_dict(self) -> dict[str, Any]:
        users: float | None | Unset
        if isinstance(self.users, Unset):
            users = UNSET
        else:
            users = self.users

        service_groups: float | None | Unset
        if isinstance(self.service_groups, Unset):
            service_groups = UNSET
        else:
            service_groups = self.service_groups

        members: float | None | Unset
        if isinstance(self.members, Unset):
            members = UNSET
        else:
            members = self.members

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if users is not UNSET:
            field_dict["users"] = users
        if service_groups is not UNSET:
            field_dict["serviceGroups"] = service_groups
        if members is not UNSET:
            field_dict["members"] = members

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_users(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        users = _parse_users(d.pop("users", UNSET))

        def _parse_service_groups(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        service_groups = _parse_service_groups(d.pop("serviceGroups", UNSET))

        def _parse_members(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        members = _parse_members(d.pop("members", UNSET))

        changed_limits = cls(
            users=users,
            service_groups=service_groups,
            members=members,
        )

        return changed_limits
