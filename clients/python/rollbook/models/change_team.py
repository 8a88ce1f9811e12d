from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.change_team_metadata_type_0 import ChangeTeamMetadataType0


T = TypeVar("T", bound="ChangeTeam")


@_attrs_define
class ChangeTeam:
    name: str | Unset = UNSET
    """ 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique among the teams of the account, ignoring
    case. No word mixes scripts. """
    external_id: None | str | Unset = UNSET
    """ The id in another system. Unique and case-sensitive. Null removes it. """
    metadata: ChangeTeamMetadataType0 | None | Unset = UNSET
    """ A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the
    whole value, everything. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.change_team_metadata_type_0 import ChangeTeamMetadataType0

        name = self.name

        external_id: None | str | Unset
        if isinstance(self.external_id, Unset):
            external_id = UNSET
        else:
            external_id = self.external_id

        metadata: dict[str, Any] | None | Unset
        if isinstance(self.metadata, Unset):
            metadata = UNSET
        elif isinstance(self.metadata, ChangeTeamMetadataType0):
            metadata = self.metadata.to_dict()
        else:
            metadata = self.metadata

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if external_id is not UNSET:
            field_dict["externalId"] = external_id
        if metadata is not UNSET:
            field_dict["metadata"] = metadata

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_team_metadata_type_0 import ChangeTeamMetadataType0

        d = dict(src_dict)
        name = d.pop("name", UNSET)

        def _parse_external_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        external_id = _parse_external_id(d.pop("externalId", UNSET))

        def _parse_metadata(data: object) -> ChangeTeamMetadataType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                metadata_type_0 = ChangeTeamMetadataType0.from_dict(data)

                return metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangeTeamMetadataType0 | None | Unset, data)

        metadata = _parse_metadata(d.pop("metadata", UNSET))

        change_team = cls(
            name=name,
            external_id=external_id,
            metadata=metadata,
        )

        return change_team
