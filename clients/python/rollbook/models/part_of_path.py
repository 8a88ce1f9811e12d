from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.part_of_path_kind import PartOfPathKind, check_part_of_path_kind
from ..types import UNSET, Unset

T = TypeVar("T", bound="PartOfPath")


@_attrs_define
class PartOfPath:
    kind: PartOfPathKind
    since: datetime.datetime
    """ ISO 8601, UTC. """
    by: str
    """ Who gave it: `operator:…`, `user:…`, `api-key:…` or `system:…`. """
    expires_at: str | Unset = UNSET
    """ When it ends by itself. Absent: it has no end. """
    reason: str | Unset = UNSET
    """ Why it was given. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        since = self.since.isoformat()

        by = self.by

        expires_at = self.expires_at

        reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "since": since,
                "by": by,
            }
        )
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        kind = check_part_of_path_kind(d.pop("kind"))

        since = datetime.datetime.fromisoformat(d.pop("since"))

        by = d.pop("by")

        expires_at = d.pop("expiresAt", UNSET)

        reason = d.pop("reason", UNSET)

        part_of_path = cls(
            kind=kind,
            since=since,
            by=by,
            expires_at=expires_at,
            reason=reason,
        )

        part_of_path.additional_properties = d
        return part_of_path

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
