from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="WebhookStatistics")


@_attrs_define
class WebhookStatistics:
    deliveries: int
    delivered: int
    failed: int
    pending: int
    attempts: int
    median_ms: float | None
    """ Milliseconds. Null when there was no attempt. """
    p_95_ms: float | None
    """ Milliseconds. Null when there was no attempt. """
    waiting_since: datetime.datetime | None
    """ ISO 8601, UTC: when the oldest event that still waits happened. Null when none does. """
    last_delivered_at: datetime.datetime | None
    """ ISO 8601, UTC. Null when none was. """
    last_failed_at: datetime.datetime | None
    """ ISO 8601, UTC. Null when none was given up. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        deliveries = self.deliveries

        delivered = self.delivered

        failed = self.failed

        pending = self.pending

        attempts = self.attempts

        median_ms: float | None
        median_ms = self.median_ms

        p_95_ms: float | None
        p_95_ms = self.p_95_ms

        waiting_since: None | str
        if isinstance(self.waiting_since, datetime.datetime):
            waiting_since = self.waiting_since.isoformat()
        else:
            waiting_since = self.waiting_since

        last_delivered_at: None | str
        if isinstance(self.last_delivered_at, datetime.datetime):
            last_delivered_at = self.last_delivered_at.isoformat()
        else:
            last_delivered_at = self.last_delivered_at

        last_failed_at: None | str
        if isinstance(self.last_failed_at, datetime.datetime):
            last_failed_at = self.last_failed_at.isoformat()
        else:
            last_failed_at = self.last_failed_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "deliveries": deliveries,
                "delivered": delivered,
                "failed": failed,
                "pending": pending,
                "attempts": attempts,
                "medianMs": median_ms,
                "p95Ms": p_95_ms,
                "waitingSince": waiting_since,
                "lastDeliveredAt": last_delivered_at,
                "lastFailedAt": last_failed_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        deliveries = d.pop("deliveries")

        delivered = d.pop("delivered")

        failed = d.pop("failed")

        pending = d.pop("pending")

        attempts = d.pop("attempts")

        def _parse_median_ms(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        median_ms = _parse_median_ms(d.pop("medianMs"))

        def _parse_p_95_ms(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        p_95_ms = _parse_p_95_ms(d.pop("p95Ms"))

        def _parse_waiting_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                waiting_since_type_0 = datetime.datetime.fromisoformat(data)

                return waiting_since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        waiting_since = _parse_waiting_since(d.pop("waitingSince"))

        def _parse_last_delivered_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_delivered_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_delivered_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_delivered_at = _parse_last_delivered_at(d.pop("lastDeliveredAt"))

        def _parse_last_failed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_failed_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_failed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_failed_at = _parse_last_failed_at(d.pop("lastFailedAt"))

        webhook_statistics = cls(
            deliveries=deliveries,
            delivered=delivered,
            failed=failed,
            pending=pending,
            attempts=attempts,
            median_ms=median_ms,
            p_95_ms=p_95_ms,
            waiting_since=waiting_since,
            last_delivered_at=last_delivered_at,
            last_failed_at=last_failed_at,
        )

        webhook_statistics.additional_properties = d
        return webhook_statistics

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
