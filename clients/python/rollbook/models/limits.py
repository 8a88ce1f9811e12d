from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Limits")


@_attrs_define
class Limits:
    users: int | Unset = UNSET
    """ The maximum number of users, whatever their status. """
    service_groups: int | Unset = UNSET
    """ The maximum number of service groups. """
    members: int | Unset = UNSET
    """ The maximum number of memberships in all service groups together. """

    def to_dict(self) -> dict[str, Any]:
        users = self.users

        service_groups = self.service_groups

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
        users = d.pop("users", UNSET)

        service_groups = d.pop("serviceGroups", UNSET)

        members = d.pop("members", UNSET)

        limits = cls(
            users=users,
            service_groups=service_groups,
            members=members,
        )

        return limits
