from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.access_request_status import (
    AccessRequestStatus,
    check_access_request_status,
)

if TYPE_CHECKING:
    from ..models.access_role_reference import AccessRoleReference
    from ..models.member_service_group import MemberServiceGroup
    from ..models.requesting_user import RequestingUser


T = TypeVar("T", bound="AccessRequest")


@_attrs_define
class AccessRequest:
    id: str
    """ `areq_` followed by a ULID. """
    account_id: str
    status: AccessRequestStatus
    """ `lapsed`: nobody decided on it within 14 days, or before its requested end. """
    user_id: str
    user: RequestingUser
    service_group_id: str
    service_group: MemberServiceGroup
    reason: None | str
    """ The reason of the requester. Null if none was given. """
    expires_at: None | str
    """ The requested end of the access or, once approved, its actual end. Null if none was requested, or if it has
    no end. """
    length_seconds: float | None
    """ The requested length, in seconds from the approval. Null if none was requested. """
    access_role: AccessRoleReference | None
    """ The requested access role. Null if none was requested. """
    lapses_at: str
    """ When it lapses, or would have lapsed. """
    decided_at: None | str
    """ When it was approved, refused or withdrawn, or lapsed. Null while it is open. """
    decided_by: None | str
    """ Who decided: `user:…`, `api-key:…` or `operator:…`. Null while it is open, and if it lapsed. """
    note: None | str
    """ The note of the decider. Null if there is none. """
    version: int
    """ Incremented with each event; also the ETag. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.access_role_reference import AccessRoleReference

        id = self.id

        account_id = self.account_id

        status: str = self.status

        user_id = self.user_id

        user = self.user.to_dict()

        service_group_id = self.service_group_id

        service_group = self.service_group.to_dict()

        reason: None | str
        reason = self.reason

        expires_at: None | str
        expires_at = self.expires_at

        length_seconds: float | None
        length_seconds = self.length_seconds

        access_role: dict[str, Any] | None
        if isinstance(self.access_role, AccessRoleReference):
            access_role = self.access_role.to_dict()
        else:
            access_role = self.access_role

        lapses_at = self.lapses_at

        decided_at: None | str
        decided_at = self.decided_at

        decided_by: None | str
        decided_by = self.decided_by

        note: None | str
        note = self.note

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "status": status,
                "userId": user_id,
                "user": user,
                "serviceGroupId": service_group_id,
                "serviceGroup": service_group,
                "reason": reason,
                "expiresAt": expires_at,
                "lengthSeconds": length_seconds,
                "accessRole": access_role,
                "lapsesAt": lapses_at,
                "decidedAt": decided_at,
                "decidedBy": decided_by,
                "note": note,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.access_role_reference import AccessRoleReference
        from ..models.member_service_group import MemberServiceGroup
        from ..models.requesting_user import RequestingUser

        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        status = check_access_request_status(d.pop("status"))

        user_id = d.pop("userId")

        user = RequestingUser.from_dict(d.pop("user"))

        service_group_id = d.pop("serviceGroupId")

        service_group = MemberServiceGroup.from_dict(d.pop("serviceGroup"))

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_expires_at(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        def _parse_length_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        length_seconds = _parse_length_seconds(d.pop("lengthSeconds"))

        def _parse_access_role(data: object) -> AccessRoleReference | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                access_role_type_0 = AccessRoleReference.from_dict(data)

                return access_role_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AccessRoleReference | None, data)

        access_role = _parse_access_role(d.pop("accessRole"))

        lapses_at = d.pop("lapsesAt")

        def _parse_decided_at(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        decided_at = _parse_decided_at(d.pop("decidedAt"))

        def _parse_decided_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        decided_by = _parse_decided_by(d.pop("decidedBy"))

        def _parse_note(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        note = _parse_note(d.pop("note"))

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        access_request = cls(
            id=id,
            account_id=account_id,
            status=status,
            user_id=user_id,
            user=user,
            service_group_id=service_group_id,
            service_group=service_group,
            reason=reason,
            expires_at=expires_at,
            length_seconds=length_seconds,
            access_role=access_role,
            lapses_at=lapses_at,
            decided_at=decided_at,
            decided_by=decided_by,
            note=note,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
        )

        access_request.additional_properties = d
        return access_request

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
