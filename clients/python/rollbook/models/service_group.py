from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.membership_rules import MembershipRules
    from ..models.service_group_metadata import ServiceGroupMetadata


T = TypeVar("T", bound="ServiceGroup")


@_attrs_define
class ServiceGroup:
    id: str
    """ `sgrp_` followed by a ULID. """
    account_id: str
    name: str
    external_id: None | str
    """ The id in another system. """
    metadata: ServiceGroupMetadata
    membership_rules: MembershipRules
    member_count: float | None
    """ Kept up to date from the stream of changes: seconds late, or minutes if there are many. Null in answers with
    `asOf`. """
    member_count_as_of: None | str
    """ When they were counted. ISO 8601, UTC. """
    team_count: int
    """ The number of teams whose users may enter it. `memberCount` does not count these. """
    version: int
    """ Incremented with each event; also the ETag. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_by: None | str
    """ Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        account_id = self.account_id

        name = self.name

        external_id: None | str
        external_id = self.external_id

        metadata = self.metadata.to_dict()

        membership_rules = self.membership_rules.to_dict()

        member_count: float | None
        member_count = self.member_count

        member_count_as_of: None | str
        member_count_as_of = self.member_count_as_of

        team_count = self.team_count

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "name": name,
                "externalId": external_id,
                "metadata": metadata,
                "membershipRules": membership_rules,
                "memberCount": member_count,
                "memberCountAsOf": member_count_as_of,
                "teamCount": team_count,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.membership_rules import MembershipRules
        from ..models.service_group_metadata import ServiceGroupMetadata

        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        name = d.pop("name")

        def _parse_external_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("externalId"))

        metadata = ServiceGroupMetadata.from_dict(d.pop("metadata"))

        membership_rules = MembershipRules.from_dict(d.pop("membershipRules"))

        def _parse_member_count(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        member_count = _parse_member_count(d.pop("memberCount"))

        def _parse_member_count_as_of(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        member_count_as_of = _parse_member_count_as_of(d.pop("memberCountAsOf"))

        team_count = d.pop("teamCount")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        service_group = cls(
            id=id,
            account_id=account_id,
            name=name,
            external_id=external_id,
            metadata=metadata,
            membership_rules=membership_rules,
            member_count=member_count,
            member_count_as_of=member_count_as_of,
            team_count=team_count,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        service_group.additional_properties = d
        return service_group

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
