from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.membership_diff_counts import MembershipDiffCounts
    from ..models.membership_difference import MembershipDifference


T = TypeVar("T", bound="MembershipDiff")


@_attrs_define
class MembershipDiff:
    data: list[MembershipDifference]
    from_: datetime.datetime
    """ ISO 8601, UTC. """
    to: str
    """ The moment that was compared with, on all pages: ISO 8601, UTC. """
    counts: MembershipDiffCounts | None
    """ Of all pages. On the first page, otherwise null. """
    next_cursor: None | str
    """ Null on the last page. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.membership_diff_counts import MembershipDiffCounts

        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()
            data.append(data_item)

        from_ = self.from_.isoformat()

        to = self.to

        counts: dict[str, Any] | None
        if isinstance(self.counts, MembershipDiffCounts):
            counts = self.counts.to_dict()
        else:
            counts = self.counts

        next_cursor: None | str
        next_cursor = self.next_cursor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "from": from_,
                "to": to,
                "counts": counts,
                "nextCursor": next_cursor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.membership_diff_counts import MembershipDiffCounts
        from ..models.membership_difference import MembershipDifference

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = MembershipDifference.from_dict(data_item_data)

            data.append(data_item)

        from_ = datetime.datetime.fromisoformat(d.pop("from"))

        to = d.pop("to")

        def _parse_counts(data: object) -> MembershipDiffCounts | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                counts_type_0 = MembershipDiffCounts.from_dict(data)

                return counts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MembershipDiffCounts | None, data)

        counts = _parse_counts(d.pop("counts"))

        def _parse_next_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_cursor = _parse_next_cursor(d.pop("nextCursor"))

        membership_diff = cls(
            data=data,
            from_=from_,
            to=to,
            counts=counts,
            next_cursor=next_cursor,
        )

        membership_diff.additional_properties = d
        return membership_diff

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
