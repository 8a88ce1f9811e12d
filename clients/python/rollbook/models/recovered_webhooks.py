from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RecoveredWebhooks")


@_attrs_define
class RecoveredWebhooks:
    queued: int
    """ Events that are sent again, or for the first time. """
    skipped: int
    """ Events that were delivered already, or wait anyway. """
    resume_from: datetime.datetime | None
    """ ISO 8601, UTC. What to send as `since` to continue: a request looks at 1,000 events. Null when all have been
    seen. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        queued = self.queued

        skipped = self.skipped

        resume_from: None | str
        if isinstance(self.resume_from, datetime.datetime):
            resume_from = self.resume_from.isoformat()
        else:
            resume_from = self.resume_from

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "queued": queued,
                "skipped": skipped,
                "resumeFrom": resume_from,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        queued = d.pop("queued")

        skipped = d.pop("skipped")

        def _parse_resume_from(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                resume_from_type_0 = datetime.datetime.fromisoformat(data)

                return resume_from_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        resume_from = _parse_resume_from(d.pop("resumeFrom"))

        recovered_webhooks = cls(
            queued=queued,
            skipped=skipped,
            resume_from=resume_from,
        )

        recovered_webhooks.additional_properties = d
        return recovered_webhooks

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
