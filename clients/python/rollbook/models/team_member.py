from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.member_user import MemberUser
    from ..models.team_reference import TeamReference


T = TypeVar("T", bound="TeamMember")


@_attrs_define
class TeamMember:
    id: str
    """ The ids of the team and the user, joined by a dot. """
    user_id: str
    team_id: str
    user: MemberUser
    team: TeamReference
    since: datetime.datetime
    """ ISO 8601, UTC. """
    added_by: str
    """ Who added them: `operator:…`, `user:…`, `api-key:…` or `system:…`. """
    expires_at: str | Unset = UNSET
    """ When it ends by itself: from this instant on it is in no answer. Absent: it has no end. """
    reason: str | Unset = UNSET
    """ Why they are in it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        user_id = self.user_id

        team_id = self.team_id

        user = self.user.to_dict()

        team = self.team.to_dict()

        since = self.since.isoformat()

        added_by = self.added_by

        expires_at = self.expires_at

        reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "userId": user_id,
                "teamId": team_id,
                "user": user,
                "team": team,
                "since": since,
                "addedBy": added_by,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.member_user import MemberUser
        from ..models.team_reference import TeamReference

        d = dict(src_dict)
        id = d.pop("id")

        user_id = d.pop("userId")

        team_id = d.pop("teamId")

        user = MemberUser.from_dict(d.pop("user"))

        team = TeamReference.from_dict(d.pop("team"))

        since = datetime.datetime.fromisoformat(d.pop("since"))

        added_by = d.pop("addedBy")

        expires_at = d.pop("expiresAt", UNSET)

        reason = d.pop("reason", UNSET)

        team_member = cls(
            id=id,
            user_id=user_id,
            team_id=team_id,
            user=user,
            team=team,
            since=since,
            added_by=added_by,
            expires_at=expires_at,
            reason=reason,
        )

        team_member.additional_properties = d
        return team_member

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
