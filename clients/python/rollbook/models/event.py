from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.actor import Actor
    from ..models.event_data import EventData


T = TypeVar("T", bound="Event")


@_attrs_define
class Event:
    id: str
    """ The id of the aggregate, a dot, and the version. """
    type_: str
    """ What happened, for example `user.created`. """
    schema_version: int
    """ The schema version of `data`. """
    account_id: str
    aggregate_id: str
    """ The account, user, service group or API key that changed. """
    version: int
    """ 1, 2, 3 … without gaps for each aggregate. """
    at: datetime.datetime
    """ ISO 8601, UTC. Increases within the aggregate. """
    actor: str
    """ Who made the change: `operator:…`, `user:…`, `api-key:…` or `system:…`. """
    summary: str
    """ What happened, in a sentence. The contracts have its template, for translations. """
    correlation_id: str
    """ Shared by everything that one request caused. """
    causation_id: str
    """ The command or event that caused this one. """
    revertible: bool
    """ Whether an undo of its change can take it back, as far as the event alone tells: it may have been changed
    again since. """
    data: EventData
    actor_details: Actor | None | Unset = UNSET
    """ With `include=actor`. Null for an API key of the operators. """
    traceparent: str | Unset = UNSET
    """ The request's span in its client's trace (W3C Trace Context), if a request caused it. """
    erased: bool | Unset = UNSET
    """ Present if the user's personal data has since been erased: `data` has placeholders for names and emails. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.actor import Actor

        id = self.id

        type_ = self.type_

        schema_version = self.schema_version

        account_id = self.account_id

        aggregate_id = self.aggregate_id

        version = self.version

        at = self.at.isoformat()

        actor = self.actor

        summary = self.summary

        correlation_id = self.correlation_id

        causation_id = self.causation_id

        revertible = self.revertible

        data = self.data.to_dict()

        actor_details: dict[str, Any] | None | Unset
        if isinstance(self.actor_details, Unset):
            actor_details = UNSET
        elif isinstance(self.actor_details, Actor):
            actor_details = self.actor_details.to_dict()
        else:
            actor_details = self.actor_details

        traceparent = self.traceparent

        erased = self.erased

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "type": type_,
                "schemaVersion": schema_version,
                "accountId": account_id,
                "aggregateId": aggregate_id,
                "version": version,
                "at": at,
                "actor": actor,
                "summary": summary,
                "correlationId": correlation_id,
                "causationId": causation_id,
                "revertible": revertible,
                "data": data,
            }
        )
        if actor_details is not UNSET:
            field_dict["actorDetails"] = actor_details
        if traceparent is not UNSET:
            field_dict["traceparent"] = traceparent
        if erased is not UNSET:
            field_dict["erased"] = erased

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.actor import Actor
        from ..models.event_data import EventData

        d = dict(src_dict)
        id = d.pop("id")

        type_ = d.pop("type")

        schema_version = d.pop("schemaVersion")

        account_id = d.pop("accountId")

        aggregate_id = d.pop("aggregateId")

        version = d.pop("version")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        actor = d.pop("actor")

        summary = d.pop("summary")

        correlation_id = d.pop("correlationId")

        causation_id = d.pop("causationId")

        revertible = d.pop("revertible")

        data = EventData.from_dict(d.pop("data"))

        def _parse_actor_details(data: object) -> Actor | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                actor_details_type_0 = Actor.from_dict(data)

                return actor_details_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Actor | None | Unset, data)

        actor_details = _parse_actor_details(d.pop("actorDetails", UNSET))

        traceparent = d.pop("traceparent", UNSET)

        erased = d.pop("erased", UNSET)

        event = cls(
            id=id,
            type_=type_,
            schema_version=schema_version,
            account_id=account_id,
            aggregate_id=aggregate_id,
            version=version,
            at=at,
            actor=actor,
            summary=summary,
            correlation_id=correlation_id,
            causation_id=causation_id,
            revertible=revertible,
            data=data,
            actor_details=actor_details,
            traceparent=traceparent,
            erased=erased,
        )

        event.additional_properties = d
        return event

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
