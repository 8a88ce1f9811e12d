from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.api_key_reference import ApiKeyReference
    from ..models.created_team_metadata import CreatedTeamMetadata


T = TypeVar("T", bound="CreatedTeam")


@_attrs_define
class CreatedTeam:
    id: str
    """ `team_` followed by a ULID. """
    account_id: str
    name: str
    external_id: None | str
    """ The id in another system. """
    metadata: CreatedTeamMetadata
    version: int
    """ Incremented with each event; also the ETag. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_by: None | str
    """ Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. """
    not_understood_by: list[ApiKeyReference] | Unset = UNSET
    """ Only of the first team of an account: its API keys whose last reader of a feed or a snapshot does not know
    teams. From now on these readers
    stop, and say why. Absent: there are none. At most 100. """
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

        not_understood_by: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.not_understood_by, Unset):
            not_understood_by = []
            for not_understood_by_item_data in self.not_understood_by:
                not_understood_by_item = not_understood_by_item_data.to_dict()
                not_understood_by.append(not_understood_by_item)

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
        if not_understood_by is not UNSET:
            field_dict["notUnderstoodBy"] = not_understood_by

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.api_key_reference import ApiKeyReference
        from ..models.created_team_metadata import CreatedTeamMetadata

        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        name = d.pop("name")

        def _parse_external_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("externalId"))

        metadata = CreatedTeamMetadata.from_dict(d.pop("metadata"))

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        _not_understood_by = d.pop("notUnderstoodBy", UNSET)
        not_understood_by: list[ApiKeyReference] | Unset = UNSET
        if _not_understood_by is not UNSET:
            not_understood_by = []
            for not_understood_by_item_data in _not_understood_by:
                not_understood_by_item = ApiKeyReference.from_dict(
                    not_understood_by_item_data
                )

                not_understood_by.append(not_understood_by_item)

        created_team = cls(
            id=id,
            account_id=account_id,
            name=name,
            external_id=external_id,
            metadata=metadata,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            updated_by=updated_by,
            not_understood_by=not_understood_by,
        )

        created_team.additional_properties = d
        return created_team

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
