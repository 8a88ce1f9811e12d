from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.published_event_datacontenttype import (
    PublishedEventDatacontenttype,
    check_published_event_datacontenttype,
)
from ..models.published_event_specversion import (
    PublishedEventSpecversion,
    check_published_event_specversion,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.published_event_data import PublishedEventData


T = TypeVar("T", bound="PublishedEvent")


@_attrs_define
class PublishedEvent:
    specversion: PublishedEventSpecversion
    id: str
    """ The id of the aggregate, a dot, and the version. """
    source: str
    type_: str
    subject: str
    """ The account, user, service group or API key that changed. """
    time: datetime.datetime
    """ ISO 8601, UTC. Increases within the subject. """
    datacontenttype: PublishedEventDatacontenttype
    dataschema: str
    """ Names the JSON Schema of `data`. """
    accountid: str
    sequence: str
    """ The version of the subject, with leading zeros: increases by one within the subject. """
    actor: str
    correlationid: str
    causationid: str
    data: PublishedEventData
    erased: bool | Unset = UNSET
    """ Present if the user's personal data has since been erased: `data` has placeholders. """
    traceparent: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        specversion: str = self.specversion

        id = self.id

        source = self.source

        type_ = self.type_

        subject = self.subject

        time = self.time.isoformat()

        datacontenttype: str = self.datacontenttype

        dataschema = self.dataschema

        accountid = self.accountid

        sequence = self.sequence

        actor = self.actor

        correlationid = self.correlationid

        causationid = self.causationid

        data = self.data.to_dict()

        erased = self.erased

        traceparent = self.traceparent

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "specversion": specversion,
                "id": id,
                "source": source,
                "type": type_,
                "subject": subject,
                "time": time,
                "datacontenttype": datacontenttype,
                "dataschema": dataschema,
                "accountid": accountid,
                "sequence": sequence,
                "actor": actor,
                "correlationid": correlationid,
                "causationid": causationid,
                "data": data,
            }
        )
        if erased is not UNSET:
            field_dict["erased"] = erased
        if traceparent is not UNSET:
            field_dict["traceparent"] = traceparent

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.published_event_data import PublishedEventData

        d = dict(src_dict)
        specversion = check_published_event_specversion(d.pop("specversion"))

        id = d.pop("id")

        source = d.pop("source")

        type_ = d.pop("type")

        subject = d.pop("subject")

        time = datetime.datetime.fromisoformat(d.pop("time"))

        datacontenttype = check_published_event_datacontenttype(
            d.pop("datacontenttype")
        )

        dataschema = d.pop("dataschema")

        accountid = d.pop("accountid")

        sequence = d.pop("sequence")

        actor = d.pop("actor")

        correlationid = d.pop("correlationid")

        causationid = d.pop("causationid")

        data = PublishedEventData.from_dict(d.pop("data"))

        erased = d.pop("erased", UNSET)

        traceparent = d.pop("traceparent", UNSET)

        published_event = cls(
            specversion=specversion,
            id=id,
            source=source,
            type_=type_,
            subject=subject,
            time=time,
            datacontenttype=datacontenttype,
            dataschema=dataschema,
            accountid=accountid,
            sequence=sequence,
            actor=actor,
            correlationid=correlationid,
            causationid=causationid,
            data=data,
            erased=erased,
            traceparent=traceparent,
        )

        published_event.additional_properties = d
        return published_event

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
