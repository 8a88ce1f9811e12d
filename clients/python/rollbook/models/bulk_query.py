from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.bulk_query_role import BulkQueryRole, check_bulk_query_role
from ..models.bulk_query_status import BulkQueryStatus, check_bulk_query_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="BulkQuery")


@_attrs_define
class BulkQuery:
    q: str | Unset = UNSET
    """ Only users with all these words, as in a list of users, but without typing errors. """
    role: BulkQueryRole | Unset = UNSET
    """ Only users with this role. """
    status: BulkQueryStatus | Unset = UNSET
    """ Only users with this status. """
    group_id: str | Unset = UNSET
    """ Only members of this service group. """

    def to_dict(self) -> dict[str, Any]:
        q = self.q

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        group_id = self.group_id

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if q is not UNSET:
            field_dict["q"] = q
        if role is not UNSET:
            field_dict["role"] = role
        if status is not UNSET:
            field_dict["status"] = status
        if group_id is not UNSET:
            field_dict["groupId"] = group_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        q = d.pop("q", UNSET)

        _role = d.pop("role", UNSET)
        role: BulkQueryRole | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = check_bulk_query_role(_role)

        _status = d.pop("status", UNSET)
        status: BulkQueryStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = check_bulk_query_status(_status)

        group_id = d.pop("groupId", UNSET)

        bulk_query = cls(
            q=q,
            role=role,
            status=status,
            group_id=group_id,
        )

        return bulk_query
