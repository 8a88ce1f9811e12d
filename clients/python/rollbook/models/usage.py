from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.limit_usage import LimitUsage


T = TypeVar("T", bound="Usage")


@_attrs_define
class Usage:
    users: LimitUsage
    service_groups: LimitUsage
    members: LimitUsage
    as_of: str
    """ When those without a limit were counted. What is limited is counted in the transactions that change it. ISO
    8601, UTC. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        users = self.users.to_dict()

        service_groups = self.service_groups.to_dict()

        members = self.members.to_dict()

        as_of = self.as_of

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "users": users,
                "serviceGroups": service_groups,
                "members": members,
                "asOf": as_of,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.limit_usage import LimitUsage

        d = dict(src_dict)
        users = LimitUsage.from_dict(d.pop("users"))

        service_groups = LimitUsage.from_dict(d.pop("serviceGroups"))

        members = LimitUsage.from_dict(d.pop("members"))

        as_of = d.pop("asOf")

        usage = cls(
            users=users,
            service_groups=service_groups,
            members=members,
            as_of=as_of,
        )

        usage.additional_properties = d
        return usage

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
