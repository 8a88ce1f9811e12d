from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.user_role import UserRole, check_user_role
from ..models.user_status import UserStatus, check_user_status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.user_metadata import UserMetadata


T = TypeVar("T", bound="User")


@_attrs_define
class User:
    id: str
    """ `user_` followed by a ULID. """
    account_id: str
    name: str
    email: str
    role: UserRole
    status: UserStatus
    """ `removed` only in lists of removed users. """
    external_id: None | str
    """ The id in another system. """
    metadata: UserMetadata
    service_group_count: int
    """ The number of service groups the user is a member of. """
    team_count: int
    """ The number of teams the user is in. `serviceGroupCount` does not count what these open. """
    version: int
    """ Incremented with each event; also the ETag. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_by: None | str
    """ Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. """
    last_seen_at: None | str | Unset = UNSET
    """ When they last used Rollbook as themselves, with a session or a token of their own, accurate to about five
    minutes; null if they
    have not in the last 400 days. Only if `fields` names it, and not with `asOf` or `status=removed`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        account_id = self.account_id

        name = self.name

        email = self.email

        role: str = self.role

        status: str = self.status

        external_id: None | str
        external_id = self.external_id

        metadata = self.metadata.to_dict()

        service_group_count = self.service_group_count

        team_count = self.team_count

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        updated_by: None | str
        updated_by = self.updated_by

        last_seen_at: None | str | Unset
        if isinstance(self.last_seen_at, Unset):
            last_seen_at = UNSET
        else:
            last_seen_at = self.last_seen_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "name": name,
                "email": email,
                "role": role,
                "status": status,
                "externalId": external_id,
                "metadata": metadata,
                "serviceGroupCount": service_group_count,
                "teamCount": team_count,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )
        if last_seen_at is not UNSET:
            field_dict["lastSeenAt"] = last_seen_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.user_metadata import UserMetadata

        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        name = d.pop("name")

        email = d.pop("email")

        role = check_user_role(d.pop("role"))

        status = check_user_status(d.pop("status"))

        def _parse_external_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("externalId"))

        metadata = UserMetadata.from_dict(d.pop("metadata"))

        service_group_count = d.pop("serviceGroupCount")

        team_count = d.pop("teamCount")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        def _parse_last_seen_at(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        last_seen_at = _parse_last_seen_at(d.pop("lastSeenAt", UNSET))

        user = cls(
            id=id,
            account_id=account_id,
            name=name,
            email=email,
            role=role,
            status=status,
            external_id=external_id,
            metadata=metadata,
            service_group_count=service_group_count,
            team_count=team_count,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            updated_by=updated_by,
            last_seen_at=last_seen_at,
        )

        user.additional_properties = d
        return user

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
