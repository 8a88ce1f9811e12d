from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RevertedChange")


@_attrs_define
class RevertedChange:
    correlation_id: str
    """ Of the change that was undone: the `correlationId` of its events. """
    reverted_by: str
    """ The `correlationId` of the events that undid it: undoing these makes the change again. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        correlation_id = self.correlation_id

        reverted_by = self.reverted_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "correlationId": correlation_id,
                "revertedBy": reverted_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        correlation_id = d.pop("correlationId")

        reverted_by = d.pop("revertedBy")

        reverted_change = cls(
            correlation_id=correlation_id,
            reverted_by=reverted_by,
        )

        reverted_change.additional_properties = d
        return reverted_change

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
