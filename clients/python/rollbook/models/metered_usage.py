from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MeteredUsage")


@_attrs_define
class MeteredUsage:
    day: str
    """ In UTC: `2026-03-01`. """
    account_id: str
    reads: int
    """ Answered requests that changed nothing. """
    writes: int
    """ Answered requests that changed something. """
    events: int
    deliveries: int
    """ Events sent to webhook endpoints, however often each was attempted. """
    stored_bytes: float | None
    """ What the account stored after the last change of the day. Null if nothing was changed. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        day = self.day

        account_id = self.account_id

        reads = self.reads

        writes = self.writes

        events = self.events

        deliveries = self.deliveries

        stored_bytes: float | None
        stored_bytes = self.stored_bytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "day": day,
                "accountId": account_id,
                "reads": reads,
                "writes": writes,
                "events": events,
                "deliveries": deliveries,
                "storedBytes": stored_bytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        day = d.pop("day")

        account_id = d.pop("accountId")

        reads = d.pop("reads")

        writes = d.pop("writes")

        events = d.pop("events")

        deliveries = d.pop("deliveries")

        def _parse_stored_bytes(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        stored_bytes = _parse_stored_bytes(d.pop("storedBytes"))

        metered_usage = cls(
            day=day,
            account_id=account_id,
            reads=reads,
            writes=writes,
            events=events,
            deliveries=deliveries,
            stored_bytes=stored_bytes,
        )

        metered_usage.additional_properties = d
        return metered_usage

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
