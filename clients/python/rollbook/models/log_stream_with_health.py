from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.log_stream_with_health_disabled_reason_type_1 import (
    LogStreamWithHealthDisabledReasonType1,
    check_log_stream_with_health_disabled_reason_type_1,
)
from ..models.log_stream_with_health_disabled_reason_type_2_type_1 import (
    LogStreamWithHealthDisabledReasonType2Type1,
    check_log_stream_with_health_disabled_reason_type_2_type_1,
)
from ..models.log_stream_with_health_disabled_reason_type_3_type_1 import (
    LogStreamWithHealthDisabledReasonType3Type1,
    check_log_stream_with_health_disabled_reason_type_3_type_1,
)
from ..models.log_stream_with_health_form import (
    LogStreamWithHealthForm,
    check_log_stream_with_health_form,
)
from ..models.log_stream_with_health_status import (
    LogStreamWithHealthStatus,
    check_log_stream_with_health_status,
)

if TYPE_CHECKING:
    from ..models.log_stream_refusal import LogStreamRefusal


T = TypeVar("T", bound="LogStreamWithHealth")


@_attrs_define
class LogStreamWithHealth:
    id: str
    """ `lstr_` followed by a ULID. """
    account_id: str
    url: str
    form: LogStreamWithHealthForm
    personal_data: bool
    event_types: list[str]
    """ Empty: all events. """
    description: str
    """ Empty if it has none. """
    status: LogStreamWithHealthStatus
    disabled_reason: (
        LogStreamWithHealthDisabledReasonType1
        | LogStreamWithHealthDisabledReasonType2Type1
        | LogStreamWithHealthDisabledReasonType3Type1
        | None
    )
    """ On request, because it answered 410 Gone, or because it failed for five days. Null while it is active. """
    secret_version: int
    """ 1, 2, 3 …: incremented when the secret is replaced. """
    version: int
    """ Incremented with each event; also the ETag. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    sent_at: datetime.datetime | None
    """ ISO 8601, UTC: when a batch was last accepted. Null if none was since the stream was created or replayed.
    """
    sent_to: datetime.datetime | None
    """ ISO 8601, UTC: when the newest event of that batch happened. """
    waiting_since: datetime.datetime | None
    """ ISO 8601, UTC: when the first event that is still to be sent happened. Null when the stream is up to date.
    """
    failing_since: datetime.datetime | None
    """ ISO 8601, UTC: since when it has accepted nothing. Null if its last batch was accepted, or it is disabled.
    """
    last_refusal: LogStreamRefusal | None
    """ Null if nothing was refused since it was created or replayed. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.log_stream_refusal import LogStreamRefusal

        id = self.id

        account_id = self.account_id

        url = self.url

        form: str = self.form

        personal_data = self.personal_data

        event_types = self.event_types

        description = self.description

        status: str = self.status

        disabled_reason: None | str
        if (
            isinstance(self.disabled_reason, str)
            or isinstance(self.disabled_reason, str)
            or isinstance(self.disabled_reason, str)
        ):
            disabled_reason = self.disabled_reason
        else:
            disabled_reason = self.disabled_reason

        secret_version = self.secret_version

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        sent_at: None | str
        if isinstance(self.sent_at, datetime.datetime):
            sent_at = self.sent_at.isoformat()
        else:
            sent_at = self.sent_at

        sent_to: None | str
        if isinstance(self.sent_to, datetime.datetime):
            sent_to = self.sent_to.isoformat()
        else:
            sent_to = self.sent_to

        waiting_since: None | str
        if isinstance(self.waiting_since, datetime.datetime):
            waiting_since = self.waiting_since.isoformat()
        else:
            waiting_since = self.waiting_since

        failing_since: None | str
        if isinstance(self.failing_since, datetime.datetime):
            failing_since = self.failing_since.isoformat()
        else:
            failing_since = self.failing_since

        last_refusal: dict[str, Any] | None
        if isinstance(self.last_refusal, LogStreamRefusal):
            last_refusal = self.last_refusal.to_dict()
        else:
            last_refusal = self.last_refusal

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "url": url,
                "form": form,
                "personalData": personal_data,
                "eventTypes": event_types,
                "description": description,
                "status": status,
                "disabledReason": disabled_reason,
                "secretVersion": secret_version,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "sentAt": sent_at,
                "sentTo": sent_to,
                "waitingSince": waiting_since,
                "failingSince": failing_since,
                "lastRefusal": last_refusal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.log_stream_refusal import LogStreamRefusal

        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        url = d.pop("url")

        form = check_log_stream_with_health_form(d.pop("form"))

        personal_data = d.pop("personalData")

        event_types = cast(list[str], d.pop("eventTypes"))

        description = d.pop("description")

        status = check_log_stream_with_health_status(d.pop("status"))

        def _parse_disabled_reason(
            data: object,
        ) -> (
            LogStreamWithHealthDisabledReasonType1
            | LogStreamWithHealthDisabledReasonType2Type1
            | LogStreamWithHealthDisabledReasonType3Type1
            | None
        ):
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_1 = (
                    check_log_stream_with_health_disabled_reason_type_1(data)
                )

                return disabled_reason_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_2_type_1 = (
                    check_log_stream_with_health_disabled_reason_type_2_type_1(data)
                )

                return disabled_reason_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_3_type_1 = (
                    check_log_stream_with_health_disabled_reason_type_3_type_1(data)
                )

                return disabled_reason_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                LogStreamWithHealthDisabledReasonType1
                | LogStreamWithHealthDisabledReasonType2Type1
                | LogStreamWithHealthDisabledReasonType3Type1
                | None,
                data,
            )

        disabled_reason = _parse_disabled_reason(d.pop("disabledReason"))

        secret_version = d.pop("secretVersion")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        def _parse_sent_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sent_at_type_0 = datetime.datetime.fromisoformat(data)

                return sent_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        sent_at = _parse_sent_at(d.pop("sentAt"))

        def _parse_sent_to(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sent_to_type_0 = datetime.datetime.fromisoformat(data)

                return sent_to_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        sent_to = _parse_sent_to(d.pop("sentTo"))

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

        def _parse_failing_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                failing_since_type_0 = datetime.datetime.fromisoformat(data)

                return failing_since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        failing_since = _parse_failing_since(d.pop("failingSince"))

        def _parse_last_refusal(data: object) -> LogStreamRefusal | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                last_refusal_type_0 = LogStreamRefusal.from_dict(data)

                return last_refusal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LogStreamRefusal | None, data)

        last_refusal = _parse_last_refusal(d.pop("lastRefusal"))

        log_stream_with_health = cls(
            id=id,
            account_id=account_id,
            url=url,
            form=form,
            personal_data=personal_data,
            event_types=event_types,
            description=description,
            status=status,
            disabled_reason=disabled_reason,
            secret_version=secret_version,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            sent_at=sent_at,
            sent_to=sent_to,
            waiting_since=waiting_since,
            failing_since=failing_since,
            last_refusal=last_refusal,
        )

        log_stream_with_health.additional_properties = d
        return log_stream_with_health

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
