from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.member_service_group import MemberServiceGroup


T = TypeVar("T", bound="ManagedServiceGroup")


@_attrs_define
class ManagedServiceGroup:
    service_group_id: str
    service_group: MemberServiceGroup
    since: datetime.datetime
    """ ISO 8601, UTC. """
    added_by: str
    """ Who made them a manager: `operator:…`, `user:…` or `api-key:…`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        service_group_id = self.service_group_id

        service_group = self.service_group.to_dict()

        since = self.since.isoformat()

        added_by = self.added_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "serviceGroupId": service_group_id,
                "serviceGroup": service_group,
                "since": since,
                "addedBy": added_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.member_service_group import MemberServiceGroup

        d = dict(src_dict)
        service_group_id = d.pop("serviceGroupId")

        service_group = MemberServiceGroup.from_dict(d.pop("serviceGroup"))

        since = datetime.datetime.fromisoformat(d.pop("since"))

        added_by = d.pop("addedBy")

        managed_service_group = cls(
            service_group_id=service_group_id,
            service_group=service_group,
            since=since,
            added_by=added_by,
        )

        managed_service_group.additional_properties = d
        return managed_service_group

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
