from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.log_stream_disabled_reason_type_1 import (
    LogStreamDisabledReasonType1,
    check_log_stream_disabled_reason_type_1,
)
from ..models.log_stream_disabled_reason_type_2_type_1 import (
    LogStreamDisabledReasonType2Type1,
    check_log_stream_disabled_reason_type_2_type_1,
)
from ..models.log_stream_disabled_reason_type_3_type_1 import (
    LogStreamDisabledReasonType3Type1,
    check_log_stream_disabled_reason_type_3_type_1,
)
from ..models.log_stream_form import LogStreamForm, check_log_stream_form
from ..models.log_stream_status import LogStreamStatus, check_log_stream_status

T = TypeVar("T", bound="LogStream")


@_attrs_define
class LogStream:
    id: str
    """ `lstr_` followed by a ULID. """
    account_id: str
    url: str
    form: LogStreamForm
    personal_data: bool
    event_types: list[str]
    """ Empty: all events. """
    description: str
    """ Empty if it has none. """
    status: LogStreamStatus
    disabled_reason: (
        LogStreamDisabledReasonType1
        | LogStreamDisabledReasonType2Type1
        | LogStreamDisabledReasonType3Type1
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
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
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
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        account_id = d.pop("accountId")

        url = d.pop("url")

        form = check_log_stream_form(d.pop("form"))

        personal_data = d.pop("personalData")

        event_types = cast(list[str], d.pop("eventTypes"))

        description = d.pop("description")

        status = check_log_stream_status(d.pop("status"))

        def _parse_disabled_reason(
            data: object,
        ) -> (
            LogStreamDisabledReasonType1
            | LogStreamDisabledReasonType2Type1
            | LogStreamDisabledReasonType3Type1
            | None
        ):
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_1 = check_log_stream_disabled_reason_type_1(data)

                return disabled_reason_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_2_type_1 = (
                    check_log_stream_disabled_reason_type_2_type_1(data)
                )

                return disabled_reason_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_3_type_1 = (
                    check_log_stream_disabled_reason_type_3_type_1(data)
                )

                return disabled_reason_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                LogStreamDisabledReasonType1
                | LogStreamDisabledReasonType2Type1
                | LogStreamDisabledReasonType3Type1
                | None,
                data,
            )

        disabled_reason = _parse_disabled_reason(d.pop("disabledReason"))

        secret_version = d.pop("secretVersion")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        log_stream = cls(
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
        )

        log_stream.additional_properties = d
        return log_stream

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
