from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.change_result import ChangeResult
    from ..models.change_warning import ChangeWarning
    from ..models.event import Event


T = TypeVar("T", bound="ChangedMemberships")


@_attrs_define
class ChangedMemberships:
    done: int
    unchanged: int
    refused: int
    results: list[ChangeResult]
    warnings: list[ChangeWarning]
    """ Only in a dry run. """
    dry_run: bool | Unset = UNSET
    """ True in a dry run: nothing was written. """
    events: list[Event] | Unset = UNSET
    """ In a dry run: the events that would be published. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        done = self.done

        unchanged = self.unchanged

        refused = self.refused

        results = []
        for results_item_data in self.results:
            results_item = results_item_data.to_dict()
            results.append(results_item)

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)

        dry_run = self.dry_run

        events: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.events, Unset):
            events = []
            for events_item_data in self.events:
                events_item = events_item_data.to_dict()
                events.append(events_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "done": done,
                "unchanged": unchanged,
                "refused": refused,
                "results": results,
                "warnings": warnings,
            }
        )
        if dry_run is not UNSET:
            field_dict["dryRun"] = dry_run
        if events is not UNSET:
            field_dict["events"] = events

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.change_result import ChangeResult
        from ..models.change_warning import ChangeWarning
        from ..models.event import Event

        d = dict(src_dict)
        done = d.pop("done")

        unchanged = d.pop("unchanged")

        refused = d.pop("refused")

        results = []
        _results = d.pop("results")
        for results_item_data in _results:
            results_item = ChangeResult.from_dict(results_item_data)

            results.append(results_item)

        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in _warnings:
            warnings_item = ChangeWarning.from_dict(warnings_item_data)

            warnings.append(warnings_item)

        dry_run = d.pop("dryRun", UNSET)

        _events = d.pop("events", UNSET)
        events: list[Event] | Unset = UNSET
        if _events is not UNSET:
            events = []
            for events_item_data in _events:
                events_item = Event.from_dict(events_item_data)

                events.append(events_item)

        changed_memberships = cls(
            done=done,
            unchanged=unchanged,
            refused=refused,
            results=results,
            warnings=warnings,
            dry_run=dry_run,
            events=events,
        )

        changed_memberships.additional_properties = d
        return changed_memberships

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
