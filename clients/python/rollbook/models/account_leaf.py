from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AccountLeaf")


@_attrs_define
class AccountLeaf:
    account_id: str
    index: int
    """ The index of the event among those of the account, from 0. """
    size: int
    """ How many of its events the tree has. """
    path: list[str]
    """ Hashes in base64, from the leaf's sibling to the root's child. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_id = self.account_id

        index = self.index

        size = self.size

        path = self.path

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountId": account_id,
                "index": index,
                "size": size,
                "path": path,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        account_id = d.pop("accountId")

        index = d.pop("index")

        size = d.pop("size")

        path = cast(list[str], d.pop("path"))

        account_leaf = cls(
            account_id=account_id,
            index=index,
            size=size,
            path=path,
        )

        account_leaf.additional_properties = d
        return account_leaf

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
