from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.create_bulk_job_action import (
    CreateBulkJobAction,
    check_create_bulk_job_action,
)
from ..models.create_bulk_job_role import CreateBulkJobRole, check_create_bulk_job_role
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.bulk_query import BulkQuery


T = TypeVar("T", bound="CreateBulkJob")


@_attrs_define
class CreateBulkJob:
    action: CreateBulkJobAction
    user_ids: list[str] | Unset = UNSET
    """ Up to 10,000 ids. """
    if_versions: list[float] | Unset = UNSET
    """ The version of each of `userIds`, in their order: users who have another version by then are refused. """
    query: BulkQuery | Unset = UNSET
    service_group_ids: list[str] | Unset = UNSET
    """ For `add_to_groups`, `remove_from_groups` and `change_access_role`, which leaves out who is no member. """
    team_ids: list[str] | Unset = UNSET
    """ For `add_to_teams` and `remove_from_teams`, which leaves out who is not in them. """
    expires_at: None | str | Unset = UNSET
    """ For `add_to_groups` and `add_to_teams`: when the memberships end by themselves, ISO 8601 with a time zone.
    Null, or absent: they do not. """
    reason: str | Unset = UNSET
    """ For `add_to_groups` and `add_to_teams`: why they are given. 1 to 500 characters. """
    access_role: None | str | Unset = UNSET
    """ For `change_access_role`, which needs it, and `add_to_groups`: the key of an access role. Null: none. """
    role: CreateBulkJobRole | Unset = UNSET
    """ For `change_role`. Only an owner or an operator may create owners. """

    def to_dict(self) -> dict[str, Any]:
        action: str = self.action

        user_ids: list[str] | Unset = UNSET
        if not isinstance(self.user_ids, Unset):
            user_ids = self.user_ids

        if_versions: list[float] | Unset = UNSET
        if not isinstance(self.if_versions, Unset):
            if_versions = self.if_versions

        query: dict[str, Any] | Unset = UNSET
        if not isinstance(self.query, Unset):
            query = self.query.to_dict()

        service_group_ids: list[str] | Unset = UNSET
        if not isinstance(self.service_group_ids, Unset):
            service_group_ids = self.service_group_ids

        team_ids: list[str] | Unset = UNSET
        if not isinstance(self.team_ids, Unset):
            team_ids = self.team_ids

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = self.expires_at

        reason = self.reason

        access_role: None | str | Unset
        if isinstance(self.access_role, Unset):
            access_role = UNSET
        else:
            access_role = self.access_role

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "action": action,
            }
        )
        if user_ids is not UNSET:
            field_dict["userIds"] = user_ids
        if if_versions is not UNSET:
            field_dict["ifVersions"] = if_versions
        if query is not UNSET:
            field_dict["query"] = query
        if service_group_ids is not UNSET:
            field_dict["serviceGroupIds"] = service_group_ids
        if team_ids is not UNSET:
            field_dict["teamIds"] = team_ids
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if reason is not UNSET:
            field_dict["reason"] = reason
        if access_role is not UNSET:
            field_dict["accessRole"] = access_role
        if role is not UNSET:
            field_dict["role"] = role

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.bulk_query import BulkQuery

        d = dict(src_dict)
        action = check_create_bulk_job_action(d.pop("action"))

        user_ids = cast(list[str], d.pop("userIds", UNSET))

        if_versions = cast(list[float], d.pop("ifVersions", UNSET))

        _query = d.pop("query", UNSET)
        query: BulkQuery | Unset
        if isinstance(_query, Unset):
            query = UNSET
        else:
            query = BulkQuery.from_dict(_query)

        service_group_ids = cast(list[str], d.pop("serviceGroupIds", UNSET))

        team_ids = cast(list[str], d.pop("teamIds", UNSET))

        def _parse_expires_at(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        expires_at = _parse_expires_at(d.pop("expiresAt", UNSET))

        reason = d.pop("reason", UNSET)

        def _parse_access_role(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        access_role = _parse_access_role(d.pop("accessRole", UNSET))

        _role = d.pop("role", UNSET)
        role: CreateBulkJobRole | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = check_create_bulk_job_role(_role)

        create_bulk_job = cls(
            action=action,
            user_ids=user_ids,
            if_versions=if_versions,
            query=query,
            service_group_ids=service_group_ids,
            team_ids=team_ids,
            expires_at=expires_at,
            reason=reason,
            access_role=access_role,
            role=role,
        )

        return create_bulk_job
