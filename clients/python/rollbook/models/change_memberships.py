from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.membership_change import MembershipChange


T = TypeVar("T", bound="ChangeMemberships")


@_attrs_define
class ChangeMemberships:
    changes: list[MembershipChange]
    """ Each user and service group at most once. """

    def to_dict(self) -> dict[str, Any]:
        changes = []
        for changes_item_data in self.changes:
            changes_item = changes_item_data.to_dict()
            changes.append(changes_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "changes": changes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.membership_change import MembershipChange

        d = dict(src_dict)
        changes = []
        _changes = d.pop("changes")
        for changes_item_data in _changes:
            changes_item = MembershipChange.from_dict(changes_item_data)

            changes.append(changes_item)

        change_memberships = cls(
            changes=changes,
        )

        return change_memberships
