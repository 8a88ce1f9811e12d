from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.team_metadata import TeamMetadata


T = TypeVar("T", bound="Team")


@_attrs_define
class Team:
    id: str
    """ `team_` followed by a ULID. """
    account_id: str
    name: str
    external_id: None | str
    """ The id in another system. """
    metadata: TeamMetadata
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
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.team_metadata import TeamMetadata

        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        name = d.pop("name")

        def _parse_external_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("externalId"))

        metadata = TeamMetadata.from_dict(d.pop("metadata"))

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        team = cls(
            id=id,
            account_id=account_id,
            name=name,
            external_id=external_id,
            metadata=metadata,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        team.additional_properties = d
        return team

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
