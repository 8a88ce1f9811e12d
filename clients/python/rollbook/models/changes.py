from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.published_event import PublishedEvent


T = TypeVar("T", bound="Changes")


@_attrs_define
class Changes:
    data: list[PublishedEvent]
    """ In the order in which they are to be handled: those of a subject never change places. """
    next_cursor: str
    """ Where to go on: the next `after`. Never null, because more will come. """
    up_to_date: bool
    """ There was nothing more when this was read. With `false`, ask again at once, also if no event of the page was
    wanted. """
    complete_to: None | str
    """ If `upToDate`: every change made before this moment is in the feed up to `nextCursor`. It stands still while
    the stream processor does.
    ISO 8601, UTC; null if nothing states it. A copy is as old as `readAt` less this, and the time since its request
    was sent. """
    read_at: str
    """ The time by the clock of the API. ISO 8601, UTC. """
    requires: list[str] | Unset = UNSET
    """ What a reader must understand, or else what it derives from the feed is wrong: if it does not know one of
    them, it must stop and say so. Absent
    as long as there is nothing. The last line of a snapshot's page has it too. `teams`: the account has had one.
    """
    ask_again_after_seconds: int | Unset = UNSET
    """ Present where the API runs as functions, which answer at once whatever `wait` says: with `upToDate`, ask
    again after so many seconds. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()
            data.append(data_item)

        next_cursor = self.next_cursor

        up_to_date = self.up_to_date

        complete_to: None | str
        complete_to = self.complete_to

        read_at = self.read_at

        requires: list[str] | Unset = UNSET
        if not isinstance(self.requires, Unset):
            requires = self.requires

        ask_again_after_seconds = self.ask_again_after_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "nextCursor": next_cursor,
                "upToDate": up_to_date,
                "completeTo": complete_to,
                "readAt": read_at,
            }
        )
        if requires is not UNSET:
            field_dict["requires"] = requires
        if ask_again_after_seconds is not UNSET:
            field_dict["askAgainAfterSeconds"] = ask_again_after_seconds

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.published_event import PublishedEvent

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = PublishedEvent.from_dict(data_item_data)

            data.append(data_item)

        next_cursor = d.pop("nextCursor")

        up_to_date = d.pop("upToDate")

        def _parse_complete_to(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        complete_to = _parse_complete_to(d.pop("completeTo"))

        read_at = d.pop("readAt")

        requires = cast(list[str], d.pop("requires", UNSET))

        ask_again_after_seconds = d.pop("askAgainAfterSeconds", UNSET)

        changes = cls(
            data=data,
            next_cursor=next_cursor,
            up_to_date=up_to_date,
            complete_to=complete_to,
            read_at=read_at,
            requires=requires,
            ask_again_after_seconds=ask_again_after_seconds,
        )

        changes.additional_properties = d
        return changes

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
