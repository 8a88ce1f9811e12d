from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bulk_job_action import BulkJobAction, check_bulk_job_action
from ..models.bulk_job_role_type_1 import BulkJobRoleType1, check_bulk_job_role_type_1
from ..models.bulk_job_role_type_2_type_1 import (
    BulkJobRoleType2Type1,
    check_bulk_job_role_type_2_type_1,
)
from ..models.bulk_job_role_type_3_type_1 import (
    BulkJobRoleType3Type1,
    check_bulk_job_role_type_3_type_1,
)

T = TypeVar("T", bound="BulkJob")


@_attrs_define
class BulkJob:
    action: BulkJobAction
    service_group_ids: list[str]
    """ Empty if the action has none. """
    team_ids: list[str]
    """ Empty if the action has none. """
    role: BulkJobRoleType1 | BulkJobRoleType2Type1 | BulkJobRoleType3Type1 | None
    """ Null if the action has none. """
    expires_at: None | str
    """ When the memberships, or places in teams, end that it adds. Null if they do not, or the action adds none.
    """
    access_role: None | str
    """ The key of the access role that memberships get. Null if they get none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action: str = self.action

        service_group_ids = self.service_group_ids

        team_ids = self.team_ids

        role: None | str
        if (
            isinstance(self.role, str)
            or isinstance(self.role, str)
            or isinstance(self.role, str)
        ):
            role = self.role
        else:
            role = self.role

        expires_at: None | str
        expires_at = self.expires_at

        access_role: None | str
        access_role = self.access_role

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "serviceGroupIds": service_group_ids,
                "teamIds": team_ids,
                "role": role,
                "expiresAt": expires_at,
                "accessRole": access_role,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = check_bulk_job_action(d.pop("action"))

        service_group_ids = cast(list[str], d.pop("serviceGroupIds"))

        team_ids = cast(list[str], d.pop("teamIds"))

        def _parse_role(
            data: object,
        ) -> BulkJobRoleType1 | BulkJobRoleType2Type1 | BulkJobRoleType3Type1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                role_type_1 = check_bulk_job_role_type_1(data)

                return role_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                role_type_2_type_1 = check_bulk_job_role_type_2_type_1(data)

                return role_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                role_type_3_type_1 = check_bulk_job_role_type_3_type_1(data)

                return role_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                BulkJobRoleType1 | BulkJobRoleType2Type1 | BulkJobRoleType3Type1 | None,
                data,
            )

        role = _parse_role(d.pop("role"))

        def _parse_expires_at(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        def _parse_access_role(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        access_role = _parse_access_role(d.pop("accessRole"))

        bulk_job = cls(
            action=action,
            service_group_ids=service_group_ids,
            team_ids=team_ids,
            role=role,
            expires_at=expires_at,
            access_role=access_role,
        )

        bulk_job.additional_properties = d
        return bulk_job

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
