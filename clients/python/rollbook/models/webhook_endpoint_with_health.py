from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_endpoint_with_health_disabled_reason_type_1 import (
    WebhookEndpointWithHealthDisabledReasonType1,
    check_webhook_endpoint_with_health_disabled_reason_type_1,
)
from ..models.webhook_endpoint_with_health_disabled_reason_type_2_type_1 import (
    WebhookEndpointWithHealthDisabledReasonType2Type1,
    check_webhook_endpoint_with_health_disabled_reason_type_2_type_1,
)
from ..models.webhook_endpoint_with_health_disabled_reason_type_3_type_1 import (
    WebhookEndpointWithHealthDisabledReasonType3Type1,
    check_webhook_endpoint_with_health_disabled_reason_type_3_type_1,
)
from ..models.webhook_endpoint_with_health_status import (
    WebhookEndpointWithHealthStatus,
    check_webhook_endpoint_with_health_status,
)

T = TypeVar("T", bound="WebhookEndpointWithHealth")


@_attrs_define
class WebhookEndpointWithHealth:
    failing_since: datetime.datetime | None
    """ ISO 8601, UTC: since when it has accepted nothing. Null if its last delivery was accepted, or it is
    disabled. """
    id: str
    """ `whep_` followed by a ULID. """
    account_id: str
    url: str
    description: str
    """ Empty if it has none. """
    event_types: list[str]
    """ Empty: all events. """
    status: WebhookEndpointWithHealthStatus
    disabled_reason: (
        None
        | WebhookEndpointWithHealthDisabledReasonType1
        | WebhookEndpointWithHealthDisabledReasonType2Type1
        | WebhookEndpointWithHealthDisabledReasonType3Type1
    )
    """ On request, because it answered 410 Gone, or because it failed for five days. Null while it is active. """
    secret_version: int
    """ 1, 2, 3 …: incremented when the secret is rotated. """
    version: int
    """ Incremented with each event; also the ETag. """
    created_at: datetime.datetime
    """ ISO 8601, UTC. """
    updated_at: datetime.datetime
    """ ISO 8601, UTC. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        failing_since: None | str
        if isinstance(self.failing_since, datetime.datetime):
            failing_since = self.failing_since.isoformat()
        else:
            failing_since = self.failing_since

        id = self.id

        account_id = self.account_id

        url = self.url

        description = self.description

        event_types = self.event_types

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
                "failingSince": failing_since,
                "id": id,
                "accountId": account_id,
                "url": url,
                "description": description,
                "eventTypes": event_types,
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

        id = d.pop("id")

        account_id = d.pop("accountId")

        url = d.pop("url")

        description = d.pop("description")

        event_types = cast(list[str], d.pop("eventTypes"))

        status = check_webhook_endpoint_with_health_status(d.pop("status"))

        def _parse_disabled_reason(
            data: object,
        ) -> (
            None
            | WebhookEndpointWithHealthDisabledReasonType1
            | WebhookEndpointWithHealthDisabledReasonType2Type1
            | WebhookEndpointWithHealthDisabledReasonType3Type1
        ):
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_1 = (
                    check_webhook_endpoint_with_health_disabled_reason_type_1(data)
                )

                return disabled_reason_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_2_type_1 = (
                    check_webhook_endpoint_with_health_disabled_reason_type_2_type_1(
                        data
                    )
                )

                return disabled_reason_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                disabled_reason_type_3_type_1 = (
                    check_webhook_endpoint_with_health_disabled_reason_type_3_type_1(
                        data
                    )
                )

                return disabled_reason_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                None
                | WebhookEndpointWithHealthDisabledReasonType1
                | WebhookEndpointWithHealthDisabledReasonType2Type1
                | WebhookEndpointWithHealthDisabledReasonType3Type1,
                data,
            )

        disabled_reason = _parse_disabled_reason(d.pop("disabledReason"))

        secret_version = d.pop("secretVersion")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        webhook_endpoint_with_health = cls(
            failing_since=failing_since,
            id=id,
            account_id=account_id,
            url=url,
            description=description,
            event_types=event_types,
            status=status,
            disabled_reason=disabled_reason,
            secret_version=secret_version,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
        )

        webhook_endpoint_with_health.additional_properties = d
        return webhook_endpoint_with_health

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
