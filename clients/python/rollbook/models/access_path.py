from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.access_role_reference import AccessRoleReference


T = TypeVar("T", bound="AccessPath")


@_attrs_define
class AccessPath:
    since: str
    """ By a team: since both the user is in it and it has access. ISO 8601, UTC. """
    team_id: str | Unset = UNSET
    """ Absent: a membership of their own. """
    team_name: str | Unset = UNSET
    """ Absent: a membership of their own. """
    expires_at: str | Unset = UNSET
    """ When it ends by itself: by a team, with the user's place in it or with its access. Absent: it has no end.
    """
    access_role: AccessRoleReference | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        since = self.since

        team_id = self.team_id

        team_name = self.team_name

        expires_at = self.expires_at

        access_role: dict[str, Any] | Unset = UNSET
        if not isinstance(self.access_role, Unset):
            access_role = self.access_role.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "since": since,
            }
        )
        if team_id is not UNSET:
            field_dict["teamId"] = team_id
        if team_name is not UNSET:
            field_dict["teamName"] = team_name
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if access_role is not UNSET:
            field_dict["accessRole"] = access_role

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.access_role_reference import AccessRoleReference

        d = dict(src_dict)
        since = d.pop("since")

        team_id = d.pop("teamId", UNSET)

        team_name = d.pop("teamName", UNSET)

        expires_at = d.pop("expiresAt", UNSET)

        _access_role = d.pop("accessRole", UNSET)
        access_role: AccessRoleReference | Unset
        if isinstance(_access_role, Unset):
            access_role = UNSET
        else:
            access_role = AccessRoleReference.from_dict(_access_role)

        access_path = cls(
            since=since,
            team_id=team_id,
            team_name=team_name,
            expires_at=expires_at,
            access_role=access_role,
        )

        access_path.additional_properties = d
        return access_path

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
