from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.log_line import LogLine


T = TypeVar("T", bound="LogBatch")


@_attrs_define
class LogBatch:
    index: int
    filling: str
    """ What the padding lines are derived from, 32 bytes in base64. """
    accounts: list[LogLine]
    """ One for each account that changed. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        index = self.index

        filling = self.filling

        accounts = []
        for accounts_item_data in self.accounts:
            accounts_item = accounts_item_data.to_dict()
            accounts.append(accounts_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "index": index,
                "filling": filling,
                "accounts": accounts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.log_line import LogLine

        d = dict(src_dict)
        index = d.pop("index")

        filling = d.pop("filling")

        accounts = []
        _accounts = d.pop("accounts")
        for accounts_item_data in _accounts:
            accounts_item = LogLine.from_dict(accounts_item_data)

            accounts.append(accounts_item)

        log_batch = cls(
            index=index,
            filling=filling,
            accounts=accounts,
        )

        log_batch.additional_properties = d
        return log_batch

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
