from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.create_team_metadata import CreateTeamMetadata


T = TypeVar("T", bound="CreateTeam")


@_attrs_define
class CreateTeam:
    name: str
    """ 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique among the teams of the account, ignoring
    case. No word mixes scripts. """
    external_id: str | Unset = UNSET
    """ The id in another system. Unique and case-sensitive. """
    metadata: CreateTeamMetadata | Unset = UNSET
    """ Any JSON object of up to 16 KB and 500 values, with lists and objects counted. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        external_id = self.external_id

        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.create_team_metadata import CreateTeamMetadata

        d = dict(src_dict)
        name = d.pop("name")

        external_id = d.pop("externalId", UNSET)

        _metadata = d.pop("metadata", UNSET)
        metadata: CreateTeamMetadata | Unset
        if isinstance(_metadata, Unset):
            metadata = UNSET
        else:
            metadata = CreateTeamMetadata.from_dict(_metadata)

        create_team = cls(
            name=name,
            external_id=external_id,
            metadata=metadata,
        )

        return create_team
